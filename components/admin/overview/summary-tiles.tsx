import { useTranslations } from "next-intl";
import type { Unit } from "./overview-charts";
import type { Totals } from "./overview-totals";
import { useUnitWords } from "./use-unit-words";

const tiles = [
  { key: "runs", unit: "count" },
  { key: "mostPeople", unit: "count" },
  { key: "completed", unit: "percent" },
  { key: "tokens", unit: "count" },
  { key: "cached", unit: "percent" },
  { key: "costMicroUsd", unit: "money" },
  { key: "success", unit: "percent" },
  { key: "fallback", unit: "percent" },
] as const satisfies readonly { key: keyof Totals; unit: Unit }[];

export function SummaryTiles({ totals }: { totals: Totals }) {
  const t = useTranslations("admin.overview.totals");
  const write = useUnitWords();
  return (
    <dl className="grid grid-cols-2 gap-3 pt-6 sm:grid-cols-4">
      {tiles.map(({ key, unit }) => (
        <div
          key={key}
          className="flex flex-col-reverse justify-end rounded-xl border border-hairline bg-raised px-4 py-3"
        >
          <dt className="text-xs leading-5 text-quiet">{t(key)}</dt>
          <dd className="text-xl font-semibold tracking-tight">{write(totals[key], unit)}</dd>
        </div>
      ))}
    </dl>
  );
}
