import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { PersonPage } from "@/components/admin/people/person-page";
import { requireAdmin } from "@/app/admin/require-admin";

type Props = { params: Promise<{ id: string }> };

export default async function AdminPersonPage({ params }: Props) {
  const [{ user, services }, { id }] = await Promise.all([requireAdmin("people"), params]);
  if (services.auth.mode === "owner") notFound();
  return <PersonPage id={id} selfId={user.id} />;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("admin.pages");
  return { title: t("people.name") };
}
