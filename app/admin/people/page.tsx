import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { OwnerMode } from "@/components/admin/people/owner-mode";
import { PeoplePage } from "@/components/admin/people/people-page";
import { requireAdmin } from "@/app/admin/require-admin";

export default async function AdminPeoplePage() {
  const { user, services } = await requireAdmin("people");
  if (services.auth.mode === "owner") return <OwnerMode />;
  return <PeoplePage selfId={user.id} now={getTime()} />;
}

/** Pages are rendered for each request, so that the time is the request's. */
function getTime(): number {
  return Date.now();
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("admin.pages");
  return { title: t("people.name") };
}
