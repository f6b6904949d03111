"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useMemo, useRef, useState } from "react";
import { ResourceList } from "@/components/ui/resource-list";
import { SearchBox } from "@/components/ui/search-box";
import { Page } from "@/components/ui/page";
import { listRuns } from "@/lib/features/traces/api";
import { loadFrom } from "@/lib/client/request";
import { useResource } from "@/lib/client/resource";
import type { RunsReply } from "@/lib/protocol/runs";
import { FilterRow, useRunFilters, useRunsQuery, type RunFilters } from "./run-filters";
import { RunList } from "./run-list";

type Props = {
  person: string | null;
  conversation: string | null;
  /** The reader may also see the list over all people. */
  mayReadAll?: boolean;
};

/** A person's runs, narrowed by what they were. `conversation`: of that one alone. */
export function RunsPage({ person, conversation, mayReadAll }: Props) {
  const t = useTranslations("runs");
  const { filters, change } = useRunFilters();
  const isOwn = person === null;
  const list = useRuns({
    ...{ ...filters, text: isOwn ? filters.text : "" },
    ...{ person: person ?? "", conversation: conversation ?? "" },
  });
  const [chosen, setChosen] = useState<readonly string[]>([]);
  /** Two are compared: a third takes the place of the first. */
  const choose = (id: string, isChosen: boolean) =>
    setChosen((before) => (isChosen ? [...before, id].slice(-2) : before.filter((other) => other !== id)));
  return (
    <Page title={t("title")} help={t("help")}>
      {mayReadAll && (
        <Link href="/admin/runs" prefetch={false} className="text-sm leading-6 underline underline-offset-2">
          {t("everybodys")}
        </Link>
      )}
      {isOwn && <TextFilter text={filters.text} onChange={(next) => change("text", next)} />}
      <div className="py-3">
        <FilterRow filters={filters} seen={list.items} onChange={change} />
      </div>
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

function useRuns(filters: Partial<RunFilters> & { conversation: string }) {
  const query = useRunsQuery(filters);
  const load = useMemo(() => loadFrom(listRuns, { query }), [query]);
  return useResource({ ...runList, load });
}
