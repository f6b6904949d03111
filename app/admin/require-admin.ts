import { notFound } from "next/navigation";
import { requirePageUser } from "@/lib/http/page-user";
import { maySeePage, type AdminPageId } from "@/lib/features/accounts/shape/admin-access";
import { getServices } from "@/lib/server/services";

/** Who looks at an admin page. For anybody whose role does not see it there is no such page. */
export async function requireAdmin(page: AdminPageId) {
  const user = await requirePageUser();
  if (!maySeePage(user.role, page)) notFound();
  return { user, services: await getServices() };
}
