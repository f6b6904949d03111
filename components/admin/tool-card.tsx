import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { toolNames } from "@/components/tools/views";
import { toolLimitRanges } from "@/lib/protocol/settings-fields";
import type { ToolName } from "@/lib/protocol/tools";
import { isSame, withToolLimit } from "./setting-paths";
import { LimitControl } from "./limit-control";
import { NumberField } from "./number-field";
import { useSettings, type PanelTool } from "./use-settings";
import { Switch } from "@/components/ui/switch";

const calls = ["perHour", "perDay"] as const;
/** What stands there first when a person's calls are limited. */
const firstLimit = { perHour: 20, perDay: 100 } as const;

type CardProps = { tool: ToolName; asks: PanelTool["asks"]; isAvailable: boolean };

/** One tool: what it is for, whether it is offered, how long a call may take and how often a person may have it called. */
export function ToolCard({ tool, asks, isAvailable }: CardProps) {
  const t = useTranslations("admin");
  const tTools = useTranslations("tools");
  const { form } = useSettings();
  const { draft, reply, change } = form;
  const name = tTools(`${tool}.setting.name`);
  const isOn = draft.enabledTools.includes(tool);
  const limit = draft.toolLimits[tool] ?? {};
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
            placeholder={t("words.builtIn")}
            onChange={(value) => setLimit("timeLimitSeconds", value)}
          />
        </LimitFrame>
        {calls.map((key) => (
          <LimitFrame key={key} label={t(`toolLimits.${key}`)}>
            <LimitControl
              label={t("words.toolLimit", { tool: name, limit: t(`toolLimits.${key}`) })}
              value={limit[key] ?? null}
              fallback={firstLimit[key]}
              range={toolLimitRanges[key]}
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
