"use client";

import { ListFilter, X } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { useMemo, useRef, useState } from "react";
import { ResourceList } from "@/components/ui/resource-list";
import { SearchBox } from "@/components/ui/search-box";
import { SmallSelect } from "@/components/ui/small-select";
import { Button } from "@/components/ui/button";
import { Page } from "@/components/ui/page";
import { listEverybodysRuns, listRuns } from "@/lib/features/traces/api";
import { loadFrom } from "@/lib/client/request";
import { useResource } from "@/lib/client/resource";
import { outcomes } from "@/lib/protocol/chat-message";
import type { RunsReply } from "@/lib/protocol/runs";
import { RunList } from "./run-list";
import { useRunWords } from "./use-run-words";
import type { Address, Endpoint, Query } from "@/lib/protocol/endpoint";

type FilterName = "status" | "days" | "model" | "tool" | "agent" | "minCost" | "minSeconds" | "rating";
type RunFilters = Record<FilterName | "text", string>;
const all: RunFilters = {
  ...{ text: "", status: "", days: "", model: "", tool: "", agent: "", minCost: "", minSeconds: "" },
  rating: "",
};
const dayMs = 86_400_000;

type Props = {
  person: string | null;
  conversation: string | null;
  scope?: "person" | "everybody";
  /** The reader may also see the list over all people. */
  mayReadAll?: boolean;
};

/** A person's runs, narrowed by what they were. `conversation`: of that one alone. */
export function RunsPage({ person, conversation, scope = "person", mayReadAll }: Props) {
  const t = useTranslations("runs");
  const { filters, change } = useFilters();
  const isOwn = person === null && scope === "person";
  const list = useRuns(scope === "person" ? listRuns : listEverybodysRuns, {
    ...{ ...filters, text: isOwn ? filters.text : "" },
    ...{ person: person ?? "", conversation: conversation ?? "" },
  });
  const [chosen, setChosen] = useState<readonly string[]>([]);
  /** Two are compared: a third takes the place of the first. */
  const choose = (id: string, isChosen: boolean) =>
    setChosen((before) => (isChosen ? [...before, id].slice(-2) : before.filter((other) => other !== id)));
  return (
    <Page
      title={t(scope === "person" ? "title" : "everybodys")}
      help={t(scope === "person" ? "help" : "everybodysHelp")}
    >
      {mayReadAll && (
        <Link href="/runs/all" prefetch={false} className="text-sm leading-6 underline underline-offset-2">
          {t("everybodys")}
        </Link>
      )}
      {isOwn && <TextFilter text={filters.text} onChange={(next) => change("text", next)} />}
      <FilterRow filters={filters} seen={list.items} onChange={change} />
      <CompareLink chosen={chosen} />
      <ResourceList list={list} empty={t("empty")}>
        <RunList
          runs={list.items}
          label={t("list")}
          {...(isOwn && { choice: { chosen, onChoose: choose } })}
        />
      </ResourceList>
    </Page>
  );
}

/** As the address of the page holds them. */
function useFilters() {
  const asked = useSearchParams();
  const filters = Object.fromEntries(
    Object.keys(all).map((name) => [name, asked.get(name) ?? ""]),
  ) as RunFilters;
  const change = (name: keyof RunFilters, value: string): void => {
    const next = new URLSearchParams(asked);
    if (value === "") next.delete(name);
    else next.set(name, value);
    window.history.replaceState(null, "", `?${next.toString()}`);
  };
  return { filters, change };
}

/** Words are looked for once they are entered. */
function TextFilter({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const t = useTranslations("runs.filters");
  const box = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(text);
  const clear = () => {
    setTyped("");
    onChange("");
  };
  return (
    <form
      role="search"
      aria-label={t("text")}
      className="pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(typed.trim());
      }}
    >
      <SearchBox
        ref={box}
        label={t("text")}
        placeholder={t("text")}
        maxLength={200}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onClear={clear}
        className="h-11"
      />
    </form>
  );
}

/** Says how many are chosen, and leads to the two side by side. */
function CompareLink({ chosen: [one, other] }: { chosen: readonly string[] }) {
  const t = useTranslations("runs.compare");
  return (
    <p role="status" className="min-h-6 px-2 text-sm leading-6">
      {one !== undefined && other === undefined && t("another")}
      {one !== undefined && other !== undefined && (
        <Link
          href={`/runs/compare?a=${one}&b=${other}`}
          prefetch={false}
          className="underline underline-offset-2"
        >
          {t("open")}
        </Link>
      )}
    </p>
  );
}

const runList = {
  key: ({ id }: RunsReply["runs"][number]) => id,
  page: ({ runs: items, cursor }: RunsReply) => ({ items, cursor }),
};

type RunQuery = RunFilters & { person: string; conversation: string };

function useRuns(endpoint: Endpoint<RunsReply, void, Address>, { days, ...asked }: RunQuery) {
  const [openedAt] = useState(() => Date.now());
  const since = days === "" ? "" : String(openedAt - Number(days) * dayMs);
  const given = Object.entries({ ...asked, since }).filter(([, value]) => value !== "");
  const query = JSON.stringify(Object.fromEntries(given));
  const load = useMemo(() => loadFrom(endpoint, { query: JSON.parse(query) as Query }), [endpoint, query]);
  return useResource({ ...runList, load });
}

type FilterRowProps = {
  filters: RunFilters;
  seen: readonly RunsReply["runs"][number][];
  onChange: (name: FilterName, value: string) => void;
};

type FilterChoices = Record<FilterName, { label: string; options: { value: string; label: string }[] }>;

/** One button for all of them; those that hold stand beside it, each to be taken off. */
function FilterRow({ filters, seen, onChange }: FilterRowProps) {
  const t = useTranslations("runs.filters");
  const choices = useChoices({ filters, seen });
  const [isOpen, setOpen] = useState(false);
  const names = Object.keys(choices) as FilterName[];
  const toValue = (name: FilterName) =>
    choices[name].options.find(({ value }) => value === filters[name])?.label ?? filters[name];
  return (
    <div className="py-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <ListFilter size={16} aria-hidden />
          {t("button")}
        </Button>
        {names
          .filter((name) => filters[name] !== "")
          .map((name) => (
            <button
              key={name}
              type="button"
              aria-label={t("drop", { name: `${choices[name].label}: ${toValue(name)}` })}
              onClick={() => onChange(name, "")}
              className="inline-flex h-9 items-center gap-1.5 rounded-lg bg-tint px-2.5 text-sm pointer-coarse:h-11"
            >
              {choices[name].label}: {toValue(name)}
              <X size={14} aria-hidden />
            </button>
          ))}
      </div>
      {isOpen && (
        <div className="flex flex-wrap gap-x-2 gap-y-1 pt-2">
          {names.map((name) => (
            <SmallSelect
              key={name}
              label={choices[name].label}
              value={filters[name]}
              options={[
                { value: "", label: `${choices[name].label}: ${t("all")}` },
                ...choices[name].options,
              ]}
              onChoose={(value) => onChange(name, value)}
            />
          ))}
        </div>
      )}
    </div>
  );
}

/** Models, tools and agents are offered as the runs shown have them, and the one that is chosen. */
function useChoices({ filters, seen }: Omit<FilterRowProps, "onChange">): FilterChoices {
  const t = useTranslations("runs.filters");
  const { toTool } = useRunWords();
  const fixed = useFixedChoices();
  const toOptions = (found: (string | null)[], chosen: string, toLabel = (value: string) => value) =>
    [...new Set([...found.flatMap((name) => name ?? []), ...(chosen === "" ? [] : [chosen])])]
      .sort()
      .map((value) => ({ value, label: toLabel(value) }));
  const [models, agents] = [seen.map(({ model }) => model), seen.map(({ agent }) => agent)];
  const tools = seen.flatMap((run) => run.tools);
  return {
    ...fixed,
    model: { label: t("model"), options: toOptions(models, filters.model) },
    tool: { label: t("tool"), options: toOptions(tools, filters.tool, toTool) },
    agent: { label: t("agent"), options: toOptions(agents, filters.agent) },
  };
}

/** Those that are the same whatever runs there are. */
function useFixedChoices(): Omit<FilterChoices, "model" | "tool" | "agent"> {
  const t = useTranslations("runs.filters");
  const tOutcome = useTranslations("runs.outcome");
  const times = [
    { value: "1", label: t("day") },
    { value: "7", label: t("week") },
    { value: "30", label: t("month") },
  ];
  const costs = [
    { value: "10000", label: t("overCent") },
    { value: "100000", label: t("overTenCents") },
  ];
  const durations = [
    { value: "10", label: t("overTen") },
    { value: "60", label: t("overMinute") },
  ];
  return {
    status: { label: t("outcome"), options: outcomes.map((value) => ({ value, label: tOutcome(value) })) },
    days: { label: t("time"), options: times },
    minCost: { label: t("cost"), options: costs },
    minSeconds: { label: t("duration"), options: durations },
    rating: {
      label: t("rating"),
      options: (["up", "down"] as const).map((value) => ({ value, label: t(value) })),
    },
  };
}
