import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ModelsPage } from "@/components/admin/pages/models-page";
import { requireAdmin } from "@/app/admin/require-admin";

export default async function AdminModelsPage() {
  const { services } = await requireAdmin("models");
  const { settings, effectiveTiers, providers } = await services.readSettings();
  const named = [
    ...Object.values(settings.modelTiers),
    ...Object.values(effectiveTiers),
    ...providers.map(({ models }) => models),
  ].flat();
  const unpriced = [...new Set(named)].filter((ref) => services.models().describe(ref).price === null);
  return <ModelsPage unpriced={unpriced} />;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("admin.pages");
  return { title: t("models.name") };
}
