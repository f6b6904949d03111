import type { Metadata } from "next";
import { getTimeZone, getTranslations } from "next-intl/server";
import { WorkflowsPage } from "@/components/workflows/workflows-page";
import { requirePageUser } from "@/lib/http/page-user";
import { getServices } from "@/lib/server/services";

/** What a person keeps to ask again. */
export default async function Page() {
  const [user, services, timezone] = await Promise.all([requirePageUser(), getServices(), getTimeZone()]);
  const [initial, settings] = await Promise.all([
    services.workflows.list(user.id),
    services.readClientSettings(user),
  ]);
  return <WorkflowsPage {...{ initial, settings, timezone }} looksByItself={services.mode.looksForRuns} />;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings.workflows");
  return { title: t("title") };
}
