import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Segments } from "@/components/ui/segments";
import type { Query } from "@/lib/protocol/endpoint";

/** In days; one is the last 24 hours, hour by hour. */
const ranges = ["1", "7", "30", "90"] as const;
type RangeChoice = (typeof ranges)[number] | "own";
export type Range = { query: Query; days: number };

export const toRange = (days: number): Range => ({ query: days === 1 ? { hours: 24 } : { days }, days });

const mostDays = 90;
const dayMs = 86_400_000;

/** The last days, or from one day to another. */
export function RangeSwitch({ onChange }: { onChange: (range: Range) => void }) {
  const t = useTranslations("admin.overview");
  const [choice, setChoice] = useState<RangeChoice>("30");
  const options = [
    ...ranges.map((value) => ({ value, name: t("days", { days: Number(value) }) })),
    { value: "own" as const, name: t("own") },
  ];
  const choose = (next: RangeChoice) => {
    setChoice(next);
    if (next !== "own") onChange(toRange(Number(next)));
  };
  return (
    <div className="flex flex-col items-end gap-2">
      <Segments<RangeChoice> label={t("range")} value={choice} options={options} onChoose={choose} />
      {choice === "own" && <OwnRange onChange={onChange} />}
    </div>
  );
}

function OwnRange({ onChange }: { onChange: (range: Range) => void }) {
  const t = useTranslations("admin.overview");
  const [{ from, to }, setDays] = useState({ from: "", to: "" });
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  const isRight = days >= 1 && days <= mostDays;
  const input = (name: "from" | "to", value: string) => (
    <label className="inline-flex items-center gap-2">
      {t(name)}
      <input
        type="date"
        value={value}
        aria-invalid={from !== "" && to !== "" && !isRight}
        onChange={({ target }) => setDays((before) => ({ ...before, [name]: target.value }))}
        className="h-9 rounded-lg border border-strong bg-raised px-2 pointer-coarse:h-11"
      />
    </label>
  );
  return (
    <form
      className="flex flex-wrap items-center justify-end gap-2 text-sm"
      onSubmit={(event) => {
        event.preventDefault();
        if (isRight) onChange({ query: { from, to }, days });
      }}
    >
      {input("from", from)}
      {input("to", to)}
      <Button type="submit" disabled={!isRight}>
        {t("show")}
      </Button>
      {from !== "" && to !== "" && !isRight && (
        <p role="alert" className="w-full text-end text-bad">
          {t(days < 1 ? "rangeOrder" : "rangeLong", { days: mostDays })}
        </p>
      )}
    </form>
  );
}
