import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { InvitationsPage } from "@/components/admin/people/invitations-page";
import { OwnerMode } from "@/components/admin/people/owner-mode";
import { requireAdmin } from "@/app/admin/require-admin";

export default async function AdminInvitationsPage() {
  const { services } = await requireAdmin("invitations");
  return services.auth.mode === "owner" ? <OwnerMode /> : <InvitationsPage now={getTime()} />;
}

/** Pages are rendered for each request, so that the time is the request's. */
function getTime(): number {
  return Date.now();
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("admin.pages");
  return { title: t("invitations.name") };
}
