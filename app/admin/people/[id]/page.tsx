import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { PersonPage } from "@/components/admin/people/person-page";
import { isAppError } from "@/lib/errors";
import { requireAdmin } from "@/app/admin/require-admin";

type Props = { params: Promise<{ id: string }> };

export default async function AdminPersonPage({ params }: Props) {
  const [{ user, services }, { id }, asked] = await Promise.all([requireAdmin("people"), params, headers()]);
  if (services.auth.mode === "owner") notFound();
  const [person, usage] = await Promise.all([
    services.accounts.readPerson(id, asked).catch((error: unknown) => {
      if (isAppError(error) && error.code === "not_found") notFound();
      throw error;
    }),
    services.readUsage(id),
  ]);
  return <PersonPage initial={{ ...person, usage }} selfId={user.id} />;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("admin.pages");
  return { title: t("people.name") };
}
