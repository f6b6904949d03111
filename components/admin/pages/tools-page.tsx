"use client";

import { useTranslations } from "next-intl";
import { BreakerSection } from "@/components/admin/breaker-section";
import { PageFrame, PageSection } from "@/components/admin/page-frame";
import { SettingFields, useRow } from "@/components/admin/setting-control";
import { ResetButton } from "@/components/admin/setting-row";
import { useSettings } from "@/components/admin/use-settings";
import { ToolCard } from "@/components/admin/tool-card";

/** What the agent may do: whole capabilities first, then every tool with its limits. */
export function ToolsPage() {
  const t = useTranslations("admin");
  const { form, tools } = useSettings();
  return (
    <PageFrame page="tools">
      <PageSection title={t("sections.capabilities.name")} help={t("sections.capabilities.help")}>
        <SettingFields section="capabilities" />
      </PageSection>
      <PageSection title={t("sections.tools.name")} help={t("sections.tools.help")} aside={<Resets />}>
        {[...new Set(tools.map(({ setting }) => setting))].map((setting) => {
          const isAvailable = setting === null || form.draft[setting];
          return (
            <section key={setting ?? "always"} className="pt-5">
              <h3 className="pb-2 text-sm font-medium text-quiet">
                {setting === null ? t("tools.always") : t(`fields.${setting}.name`)}
                {!isAvailable && <span className="font-normal"> · {t("tools.capabilityOff")}</span>}
              </h3>
              <ul className="grid gap-3">
                {tools
                  .filter((tool) => tool.setting === setting)
                  .map(({ name, asks }) => (
                    <ToolCard key={name} tool={name} asks={asks} isAvailable={isAvailable} />
                  ))}
              </ul>
            </section>
          );
        })}
      </PageSection>
      <PageSection title={t("sections.reading.name")} help={t("sections.reading.help")}>
        <SettingFields section="reading" />
      </PageSection>
      <BreakerSection kind="tool" />
    </PageFrame>
  );
}

/** The two lists behind the cards, each back to its default. */
function Resets() {
  const [tools, limits] = [useRow("enabledTools"), useRow("toolLimits")];
  return (
    <div className="flex flex-wrap gap-x-4 text-xs text-quiet">
      {[tools, limits].map(
        (row) =>
          !row.isDefault && <ResetButton key={row.name} name={row.name} onReset={row.onReset} isNamed />,
      )}
      {[tools, limits].map(
        (row) =>
          row.error !== undefined && (
            <p key={row.name} role="alert" className="w-full text-bad">
              {row.error}
            </p>
          ),
      )}
    </div>
  );
}
