"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { SettingsReply } from "@/lib/protocol/settings";
import type { SettingsSection } from "@/lib/protocol/settings-fields";
import { SettingsHistory } from "@/components/admin/history/settings-history";
import { PageFrame, PageSection } from "@/components/admin/page-frame";
import { SettingFields } from "@/components/admin/setting-control";
import { useSettings } from "@/components/admin/use-settings";

const sections = [
  "answers",
  "plans",
  "choices",
  "limits",
  "failures",
  "recording",
] as const satisfies readonly SettingsSection[];

/** How the agent answers, what people may choose and use, and how all of it came to be as it is. */
export function AgentPage() {
  const t = useTranslations("admin");
  const { form } = useSettings();
  return (
    <PageFrame page="agent">
      <Revision reply={form.reply} />
      {sections.map((section) => (
        <PageSection key={section} title={t(`sections.${section}.name`)} help={t(`sections.${section}.help`)}>
          <SettingFields section={section} />
        </PageSection>
      ))}
      <SettingsHistory />
    </PageFrame>
  );
}

function Revision({ reply: { version, updatedAt, updatedBy } }: { reply: SettingsReply }) {
  const t = useTranslations("admin");
  const format = useFormatter();
  if (updatedAt === null) return <p className="pt-2 text-xs text-quiet">{t("neverSaved")}</p>;
  const time = format.dateTime(updatedAt, { dateStyle: "medium", timeStyle: "short" });
  return (
    <p className="pt-2 text-xs text-quiet">{t("savedBy", { version, time, person: updatedBy ?? "–" })}</p>
  );
}
