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
    Object.keys(settings.modelOptions),
    ...providers.map(({ models }) => models),
  ].flat();
  const known = [...new Set(named)].map((ref) => services.models().describe(ref));
  const unpriced = known.filter(({ price }) => price === null).map(({ ref }) => ref);
  const windows = Object.fromEntries(
    known.flatMap(({ ref, isWindowKnown, contextWindow }) => (isWindowKnown ? [[ref, contextWindow]] : [])),
  );
  return <ModelsPage unpriced={unpriced} windows={windows} />;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("admin.pages");
  return { title: t("models.name") };
}
