"use client";

import { useTranslations } from "next-intl";
import { BreakerSection } from "@/components/admin/breaker-section";
import { PageFrame, PageSection } from "@/components/admin/page-frame";
import { PermissionTable } from "@/components/admin/permission-table";
import { SettingFields, useRow } from "@/components/admin/setting-control";
import { ResetButton } from "@/components/admin/setting-row";
import { useSettings, type PanelTool } from "@/components/admin/use-settings";
import type { ReactNode } from "react";
import { toolNames } from "@/components/tools/views";
import { toolLimitRanges } from "@/lib/protocol/settings-fields";
import type { ToolName } from "@/lib/protocol/tools";
import { isSame, withToolLimit } from "@/components/admin/setting-paths";
import { LimitControl } from "@/components/admin/limit-control";
import { NumberField } from "@/components/admin/number-field";
import { Switch } from "@/components/ui/switch";

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
      <PageSection title={t("tools.permissions.name")} help={t("tools.permissions.help")}>
        <PermissionTable />
      </PageSection>
      <PageSection title={t("sections.reading.name")} help={t("sections.reading.help")}>
        <SettingFields section="reading" />
      </PageSection>
      <BreakerSection kind="tool" />
    </PageFrame>
  );
}

/** The lists behind the cards, each back to its default. */
function Resets() {
  const rows = [useRow("enabledTools"), useRow("toolLimits"), useRow("toolPermissions")];
  return (
    <div className="flex flex-wrap gap-x-4 text-xs text-quiet">
      {rows.map(
        (row) =>
          !row.isDefault && <ResetButton key={row.name} name={row.name} onReset={row.onReset} isNamed />,
      )}
      {rows.map(
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

const calls = ["perHour", "perDay"] as const;

type CardProps = { tool: ToolName; asks: PanelTool["asks"]; isAvailable: boolean };

/** What a tool is for, whether it is offered, how long a call may take, how many calls a person may have. */
function ToolCard({ tool, asks, isAvailable }: CardProps) {
  const t = useTranslations("admin");
  const tTools = useTranslations("tools");
  const { draft, reply, change } = useSettings().form;
  const name = tTools(`${tool}.name`);
  const [isOn, limit] = [draft.enabledTools.includes(tool), draft.toolLimits[tool] ?? {}];
  const isUnsaved =
    isOn !== reply.settings.enabledTools.includes(tool) ||
    !isSame(limit, reply.settings.toolLimits[tool] ?? {});
  const toggle = (on: boolean): void =>
    change(
      "enabledTools",
      toolNames.filter((each) => (each === tool ? on : draft.enabledTools.includes(each))),
    );
  const setLimit = (key: string, value: number | null): void =>
    change("toolLimits", withToolLimit(draft.toolLimits, tool, { [key]: value ?? undefined }));
  return (
    <li className="rounded-xl border border-hairline bg-raised px-4 py-3">
      <div className="flex items-start justify-between gap-4">
        <p className={isAvailable && isOn ? "" : "text-quiet"}>
          <span className="flex flex-wrap items-baseline gap-x-2 font-medium">
            {name}
            {isUnsaved && <span className="text-xs font-normal text-accent">{t("unsaved")}</span>}
          </span>
          <span className="block text-sm leading-5 text-quiet">{tTools(`${tool}.setting.help`)}</span>
          {asks !== null && (
            <span className="block text-sm leading-5 text-quiet">{t(`tools.asks.${asks}`)}</span>
          )}
        </p>
        <Switch label={name} isOn={isAvailable && isOn} disabled={!isAvailable} onChange={toggle} />
      </div>
      <div className="grid grid-cols-2 gap-x-6 gap-y-2 pt-3 sm:grid-cols-3">
        <LimitFrame label={t("toolLimits.inSeconds")} className="col-span-2 sm:col-span-1">
          <NumberField
            label={t("words.toolLimit", { tool: name, limit: t("toolLimits.timeLimitSeconds") })}
            value={limit.timeLimitSeconds ?? null}
            range={toolLimitRanges.timeLimitSeconds}
            isWhole
            canBeEmpty
            placeholder={t(`unset.${toolLimitRanges.timeLimitSeconds.unset}`)}
            onChange={(value) => setLimit("timeLimitSeconds", value)}
          />
        </LimitFrame>
        {calls.map((key) => (
          <LimitFrame key={key} label={t(`toolLimits.${key}`)}>
            <LimitControl
              label={t("words.toolLimit", { tool: name, limit: t(`toolLimits.${key}`) })}
              value={limit[key] ?? null}
              field={toolLimitRanges[key]}
              onChange={(value) => setLimit(key, value)}
            />
          </LimitFrame>
        ))}
      </div>
    </li>
  );
}

function LimitFrame({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={className}>
      <p className="text-xs leading-5 text-quiet" aria-hidden="true">
        {label}
      </p>
      {children}
    </div>
  );
}
