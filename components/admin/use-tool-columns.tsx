import { useTranslations } from "next-intl";
import Link from "next/link";
import { toolNames } from "@/components/tools/views";
import { Switch } from "@/components/ui/switch";
import type { Column } from "@/components/ui/use-table-view";
import { useSettings } from "./use-settings";
import type { OwnToolRow, ToolRow } from "./use-tool-rows";

const limits = ["timeLimitSeconds", "perHour", "perDay"] as const;

/** `onOpen`: to its limits and exceptions. */
export function useToolColumns(onOpen: (row: ToolRow) => void): Column<ToolRow>[] {
  const t = useTranslations("admin");
  const toLimit = (row: ToolRow, key: (typeof limits)[number]): number | null =>
    row.kind === "own" ? (row.limit[key] ?? null) : null;
  const toExceptions = (row: ToolRow): number => (row.kind === "group" ? 0 : row.exceptions.length);
  return [
    {
      ...{ id: "tool", name: t("tools.permissions.tool"), isMain: true },
      cell: (row) => <NameCell row={row} onOpen={onOpen} />,
      value: ({ name }) => name,
    },
    {
      ...{ id: "on", name: t("tools.on"), isControl: true },
      cell: (row) => <SwitchCell row={row} />,
      value: (row) => (row.kind === "own" ? t(row.isOn && row.isAvailable ? "on" : "off") : null),
    },
    ...limits.map((key) => ({
      ...{ id: key, name: t(`toolLimits.${key}`), isEnd: true },
      cell: (row: ToolRow) => {
        const value = toLimit(row, key);
        if (row.kind !== "own") return null;
        if (value === null)
          return (
            <span className="text-quiet">
              {t(`unset.${key === "timeLimitSeconds" ? "builtIn" : "noLimit"}`)}
            </span>
          );
        return key === "timeLimitSeconds" ? t("units.seconds", { value }) : value;
      },
      value: (row: ToolRow) => toLimit(row, key),
    })),
    {
      ...{ id: "exceptions", name: t("tools.permissions.byRole") },
      cell: (row) =>
        toExceptions(row) > 0 && (
          <button
            type="button"
            className="min-h-6 underline pointer-coarse:min-h-11"
            onClick={() => onOpen(row)}
          >
            {t("tools.permissions.exceptions", { count: toExceptions(row) })}
            <span className="sr-only">: {row.name}</span>
          </button>
        ),
      value: toExceptions,
    },
  ];
}

function NameCell({ row, onOpen }: { row: ToolRow; onOpen: (row: ToolRow) => void }) {
  const t = useTranslations("admin");
  const tTools = useTranslations("tools");
  if (row.kind === "group")
    return (
      <span id={row.setting ?? undefined} className="text-small font-semibold">
        {row.name}
      </span>
    );
  return (
    <button
      type="button"
      data-open=""
      className="min-h-6 w-full rounded-sm text-start pointer-coarse:min-h-11"
      onClick={() => onOpen(row)}
    >
      <span className="font-medium wrap-anywhere">{row.name}</span>
      {row.isUnsaved && <span className="ps-2 text-xs text-accent">{t("unsaved")}</span>}
      {row.kind === "own" && (
        <span className="line-clamp-1 text-small text-quiet">{tTools(`${row.tool}.setting.help`)}</span>
      )}
    </button>
  );
}

/** Of a whole capability in its heading; tools of servers are switched where they are reviewed. */
function SwitchCell({ row }: { row: ToolRow }) {
  const t = useTranslations("admin.tools");
  const { draft, change } = useSettings().form;
  if (row.kind === "own") return <ToolSwitch row={row} />;
  if (row.kind === "other")
    return row.isOffered ? (
      <Link href="/admin/mcp" prefetch={false} className="underline">
        {t("offered")}
        <span className="sr-only">: {row.name}</span>
      </Link>
    ) : null;
  const { setting } = row;
  if (setting === null) return null;
  return <Switch label={row.name} isOn={draft[setting]} onChange={(isOn) => change(setting, isOn)} />;
}

function ToolSwitch({ row: { tool, name, isOn, isAvailable } }: { row: OwnToolRow }) {
  const { draft, change } = useSettings().form;
  const toggle = (on: boolean): void =>
    change(
      "enabledTools",
      toolNames.filter((each) => (each === tool ? on : draft.enabledTools.includes(each))),
    );
  return <Switch label={name} isOn={isAvailable && isOn} disabled={!isAvailable} onChange={toggle} />;
}
