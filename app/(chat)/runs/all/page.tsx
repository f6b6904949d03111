import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { RunsPage } from "@/components/runs/runs-page";
import { requirePageUser } from "@/lib/http/page-user";
import { runReaders } from "@/lib/features/accounts/shape/admin-access";

/** Runs of all people, for those who may see them. */
export default async function Page() {
  const user = await requirePageUser();
  if (!runReaders.includes(user.role)) notFound();
  return <RunsPage person={null} conversation={null} scope="everybody" />;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("runs");
  return { title: t("everybodys") };
}
