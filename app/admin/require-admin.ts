import { notFound } from "next/navigation";
import { requirePageUser } from "@/lib/http/page-user";
import { getServices } from "@/lib/server/services";

/** Who looks at an admin page. For anybody but an administrator there is no such page. */
export async function requireAdmin() {
  const user = await requirePageUser();
  if (user.role !== "admin") notFound();
  return { user, services: await getServices() };
}
