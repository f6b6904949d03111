import { useTranslations } from "next-intl";
import { isFailed, OutcomeWords } from "@/components/runs/outcome-words";
import { useRunWords } from "@/components/runs/use-run-words";
import type { Column } from "@/components/ui/use-table-view";
import type { SiteRun } from "@/lib/protocol/runs";

const dollars = (microUsd: number): number => microUsd / 1e6;

/** What the table of runs says of each. Figures stand in the file as numbers: seconds and dollars. */
export function useRunColumns(): Column<SiteRun>[] {
  const t = useTranslations("runs");
  const { toTime, toCost, toTool, toDate, toCause } = useRunWords();
  const toAgent = ({ agent }: SiteRun) => agent ?? t("filters.builtIn");
  const toWhy = ({ causes }: SiteRun) => causes.map(toCause).join(" · ");
  const toKind = (run: SiteRun) =>
    run.stepOf !== null ? t("stepOfPlan") : run.branchOf !== null ? t("branchOf") : "";
  const column = (id: ColumnId, value: Column<SiteRun>["value"], more: Partial<Column<SiteRun>> = {}) => ({
    ...{ id, name: t(`columns.${id}`), value, cell: (run: SiteRun) => value(run) ?? "–" },
    ...more,
  });
  return [
    column("outcome", ({ outcome }) => t(`outcome.${outcome ?? "running"}`), {
      cell: (run) => <OutcomeWords run={run} withCause={false} />,
      isMain: true,
    }),
    column("when", ({ startedAt }) => new Date(startedAt).toISOString(), {
      cell: ({ startedAt }) => (
        <time dateTime={new Date(startedAt).toISOString()} className="whitespace-nowrap text-quiet">
          {toDate(startedAt)}
        </time>
      ),
    }),
    column("person", ({ person }) => person.name),
    column("agent", toAgent, {
      cell: (run) => (
        <>
          {toAgent(run)}
          {toKind(run) !== "" && <span className="block text-xs leading-4 text-quiet">{toKind(run)}</span>}
        </>
      ),
    }),
    column("model", ({ model }) => model, {
      cell: ({ model }) => <span className="wrap-anywhere">{model}</span>,
    }),
    column("tools", ({ tools }) => tools.map(toTool).join(", ")),
    column("why", toWhy, {
      cell: (run) => <span className={isFailed(run) ? "text-bad" : "text-quiet"}>{toWhy(run)}</span>,
    }),
    column("time", ({ durationMs }) => durationMs && durationMs / 1000, {
      cell: ({ durationMs }) => (durationMs === null ? "–" : toTime(durationMs)),
      isEnd: true,
    }),
    column("cost", ({ costMicroUsd }) => dollars(costMicroUsd), {
      cell: ({ costMicroUsd }) => toCost(costMicroUsd) || "–",
      isEnd: true,
    }),
    column("calls", ({ steps }) => steps, { isEnd: true, isOptional: true }),
    column("rating", ({ rating }) => (rating === null ? "" : t(`filters.${rating}`)), { isOptional: true }),
  ];
}

type ColumnId =
  "outcome" | "when" | "person" | "agent" | "model" | "tools" | "why" | "time" | "cost" | "calls" | "rating";
