import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { toolLimitRanges } from "@/lib/protocol/settings-fields";
import { LimitControl } from "./limit-control";
import { NumberField } from "./number-field";
import { PermissionChoices } from "./permission-choices";
import { withToolLimit } from "./setting-paths";
import { SideSheet } from "./side-sheet";
import { useSettings } from "./use-settings";
import type { OwnToolRow, ToolRow } from "./use-tool-rows";

const calls = ["perHour", "perDay"] as const;

/** One tool: how long a call may take, how many a person may have, and what each role may have of it. */
export function ToolSheet({ row, onClose }: { row: ToolRow; onClose: () => void }) {
  const t = useTranslations("admin.tools");
  const tTools = useTranslations("tools");
  return (
    <SideSheet title={row.name} onClose={onClose}>
      {row.kind === "own" && (
        <>
          <p className="text-sm leading-5 text-soft">{tTools(`${row.tool}.setting.help`)}</p>
          {row.asks !== null && <p className="pt-1 text-sm leading-5 text-quiet">{t(`asks.${row.asks}`)}</p>}
          <Limits row={row} />
        </>
      )}
      <h3 className="pt-5 font-medium">{t("permissions.byRole")}</h3>
      <p className="pb-2 text-sm leading-5 text-quiet">{t("permissions.help")}</p>
      <PermissionChoices tool={row.id} />
    </SideSheet>
  );
}

function Limits({ row: { tool, name, limit } }: { row: OwnToolRow }) {
  const t = useTranslations("admin");
  const { draft, change } = useSettings().form;
  const setLimit = (key: string, value: number | null): void =>
    change("toolLimits", withToolLimit(draft.toolLimits, tool, { [key]: value ?? undefined }));
  return (
    <div className="grid gap-3 pt-4">
      <Labelled label={t("toolLimits.inSeconds")}>
        <NumberField
          label={t("words.toolLimit", { tool: name, limit: t("toolLimits.timeLimitSeconds") })}
          value={limit.timeLimitSeconds ?? null}
          range={toolLimitRanges.timeLimitSeconds}
          isWhole
          canBeEmpty
          placeholder={t(`unset.${toolLimitRanges.timeLimitSeconds.unset}`)}
          onChange={(value) => setLimit("timeLimitSeconds", value)}
        />
      </Labelled>
      {calls.map((key) => (
        <Labelled key={key} label={t(`toolLimits.${key}`)}>
          <LimitControl
            label={t("words.toolLimit", { tool: name, limit: t(`toolLimits.${key}`) })}
            value={limit[key] ?? null}
            field={toolLimitRanges[key]}
            onChange={(value) => setLimit(key, value)}
          />
        </Labelled>
      ))}
    </div>
  );
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
      <p className="text-sm text-quiet" aria-hidden="true">
        {label}
      </p>
      {children}
    </div>
  );
}
