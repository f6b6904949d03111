"use client";

import { ListFilter, X } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { SmallSelect } from "@/components/ui/small-select";
import { outcomes } from "@/lib/protocol/chat-message";
import { runOrigins } from "@/lib/protocol/run-record";
import type { Query } from "@/lib/protocol/endpoint";
import { builtInAgent, type ListedRun, type SiteRun } from "@/lib/protocol/runs";
import { useRunWords } from "./use-run-words";

const own = ["status", "days", "model", "tool", "agent", "minCost", "minSeconds", "rating", "cause"] as const;
/** Those of the list over all people, too. Times in milliseconds since 1970. */
const ofSite = [...own, "person", "origin", "since", "until"] as const;
type FilterName = (typeof ofSite)[number];
export type RunFilters = Record<FilterName | "text", string>;

const dayMs = 86_400_000;

/** As the address of the page holds them; without a `name` all are taken off. */
export function useRunFilters() {
  const asked = useSearchParams();
  const filters = Object.fromEntries(
    ["text", ...ofSite].map((name) => [name, asked.get(name) ?? ""]),
  ) as RunFilters;
  const change = (name: keyof RunFilters | null, value: string): void => {
    const next = new URLSearchParams(name === null ? "" : asked);
    if (name !== null) next.set(name, value);
    if (name !== null && value === "") next.delete(name);
    window.history.replaceState(null, "", `?${next.toString()}`);
  };
  return { filters, change };
}

/** What is asked of the server for them; `openedAt` is when the days are counted from. */
function toRunsQuery({ days, ...asked }: Partial<RunFilters>, openedAt: number) {
  const since = days ? String(openedAt - Number(days) * dayMs) : asked.since;
  return Object.fromEntries(
    Object.entries({ ...asked, since }).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  ) as Record<string, string>;
}

/** The same object until another filter holds. */
export function useRunsQuery(filters: Partial<RunFilters>): Query {
  const [openedAt] = useState(() => Date.now());
  const query = JSON.stringify(toRunsQuery(filters, openedAt));
  return useMemo(() => JSON.parse(query) as Query, [query]);
}

type Seen = readonly (ListedRun & { person?: SiteRun["person"] })[];
type FilterRowProps = {
  filters: RunFilters;
  seen: Seen;
  onChange: (name: FilterName | null, value: string) => void;
  /** Over all people. */
  isSite?: boolean;
};
type FilterChoices = Record<FilterName, { label: string; options: { value: string; label: string }[] }>;

/** One button for all of them; those that hold stand beside it, each to be taken off. */
export function FilterRow({ filters, seen, onChange, isSite = false }: FilterRowProps) {
  const t = useTranslations("runs.filters");
  const choices = useChoices({ filters, seen });
  const [isOpen, setOpen] = useState(false);
  const names = isSite ? ofSite : own;
  const set = names.filter((name) => filters[name] !== "");
  const toValue = (name: FilterName) =>
    choices[name].options.find(({ value }) => value === filters[name])?.label ?? filters[name];
  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-center gap-2">
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <ListFilter size={16} aria-hidden />
          {t("button")}
        </Button>
        {set.map((name) => (
          <button
            key={name}
            type="button"
            aria-label={t("drop", { name: `${choices[name].label}: ${toValue(name)}` })}
            onClick={() => onChange(name, "")}
            className="inline-flex min-h-9 items-center gap-1.5 rounded-lg bg-tint px-2.5 text-start text-sm wrap-anywhere pointer-coarse:min-h-11"
          >
            {choices[name].label}: {toValue(name)}
            <X size={14} aria-hidden className="shrink-0" />
          </button>
        ))}
        {set.length > 1 && (
          <button type="button" className="quiet-button" onClick={() => onChange(null, "")}>
            {t("clear")}
          </button>
        )}
      </div>
      {isOpen && <FilterFields {...{ names, choices, filters, onChange }} />}
    </div>
  );
}

type FieldsProps = Pick<FilterRowProps, "filters" | "onChange"> & {
  names: readonly FilterName[];
  choices: FilterChoices;
};

function FilterFields({ names, choices, filters, onChange }: FieldsProps) {
  const t = useTranslations("runs.filters");
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 pt-2">
      {names.map((name) =>
        name === "since" || name === "until" ? (
          <DayInput
            key={name}
            label={choices[name].label}
            value={filters[name]}
            isEnd={name === "until"}
            onChange={(value) => onChange(name, value)}
          />
        ) : (
          <SmallSelect
            key={name}
            label={choices[name].label}
            value={filters[name]}
            options={[
              { value: "", label: `${choices[name].label}: ${t(name === "origin" ? "people" : "all")}` },
              ...choices[name].options,
            ]}
            onChoose={(value) => onChange(name, value)}
          />
        ),
      )}
    </div>
  );
}

type DayProps = { label: string; value: string; isEnd: boolean; onChange: (value: string) => void };

/** A day of the reader's own calendar: its first or its last millisecond. */
function DayInput({ label, value, isEnd, onChange }: DayProps) {
  const at = Number(value);
  const shown = value === "" || Number.isNaN(at) ? "" : new Date(at).toLocaleDateString("sv-SE");
  const toMs = (day: string) => new Date(`${day}T${isEnd ? "23:59:59.999" : "00:00:00"}`).getTime();
  return (
    <label className="inline-flex items-center gap-2 ps-2 text-sm text-quiet">
      {label}
      <input
        type="date"
        value={shown}
        onChange={({ target }) => onChange(target.value === "" ? "" : String(toMs(target.value)))}
        className="h-9 rounded-lg border border-strong bg-raised px-2 text-ink pointer-coarse:h-11"
      />
    </label>
  );
}

/** Names are offered as the runs shown have them, and the one that is chosen. */
function useChoices({ filters, seen }: Omit<FilterRowProps, "onChange">): FilterChoices {
  const t = useTranslations("runs.filters");
  const { toTool, toCause } = useRunWords();
  const fixed = useFixedChoices(filters);
  const toOptions = (name: FilterName, found: (string | null)[], toLabel = (value: string) => value) => ({
    label: t(name as "model"),
    options: [...new Set([...found, filters[name]])]
      .flatMap((value) => (value ? [{ value, label: toLabel(value) }] : []))
      .sort((one, other) => (one.label < other.label ? -1 : 1)),
  });
  const people = new Map(seen.flatMap(({ person }) => (person ? [[person.id, person.name] as const] : [])));
  const toAgent = (name: string) => (name === builtInAgent ? t("builtIn") : name);
  return {
    ...fixed,
    model: toOptions(
      "model",
      seen.map(({ model }) => model),
    ),
    tool: toOptions(
      "tool",
      seen.flatMap(({ tools }) => tools),
      toTool,
    ),
    agent: toOptions(
      "agent",
      seen.map(({ agent }) => agent ?? builtInAgent),
      toAgent,
    ),
    person: toOptions("person", [...people.keys()], (id) => people.get(id) ?? id),
    cause: toOptions(
      "cause",
      seen.flatMap(({ causes }) => causes),
      toCause,
    ),
  };
}

/** Those that are the same whatever runs there are. */
function useFixedChoices(filters: RunFilters) {
  const t = useTranslations("runs.filters");
  const tOutcome = useTranslations("runs.outcome");
  const format = useFormatter();
  const list = (pairs: readonly (readonly [value: string, label: string])[]) =>
    pairs.map(([value, label]) => ({ value, label }));
  const toMoment = (name: "since" | "until") => {
    const at = Number(filters[name]);
    const isTime = filters[name] !== "" && Number.isFinite(at) && Math.abs(at) < 8e15;
    const label = isTime ? format.dateTime(at, { dateStyle: "medium", timeStyle: "short" }) : filters[name];
    return { label: t(name), options: list([[filters[name], label]]) };
  };
  return {
    status: { label: t("outcome"), options: list(outcomes.map((value) => [value, tOutcome(value)])) },
    days: {
      label: t("time"),
      options: list([
        ["1", t("day")],
        ["7", t("week")],
        ["30", t("month")],
      ]),
    },
    minCost: {
      label: t("cost"),
      options: list([
        ["10000", t("overCent")],
        ["100000", t("overTenCents")],
      ]),
    },
    minSeconds: {
      label: t("duration"),
      options: list([
        ["10", t("overTen")],
        ["60", t("overMinute")],
      ]),
    },
    rating: {
      label: t("rating"),
      options: list([
        ["up", t("up")],
        ["down", t("down")],
      ]),
    },
    origin: {
      label: t("origin"),
      options: list([...runOrigins.map((value) => [value, t(value)] as const), ["all", t("everything")]]),
    },
    since: toMoment("since"),
    until: toMoment("until"),
  };
}
