import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { requireAdmin } from "@/app/admin/require-admin";
import { LaboratoryPage } from "@/components/admin/laboratory/laboratory-page";

export default async function AdminLaboratoryPage() {
  const { services } = await requireAdmin("laboratory");
  const [{ questions }, { experiments }, { nightly }, agents, suggestions] = await Promise.all([
    services.laboratory.listQuestions(),
    services.laboratory.list(),
    services.laboratory.readNightly(),
    services.agents.listEnabled(),
    services.laboratory.suggestHints(),
  ]);
  return <LaboratoryPage {...{ questions, experiments, nightly, agents, suggestions }} />;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("admin.pages");
  return { title: t("laboratory.name") };
}
