"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { PageFrame } from "@/components/admin/page-frame";
import { FilterRow, useRunFilters, useRunsQuery } from "@/components/runs/run-filters";
import { useRunWords } from "@/components/runs/use-run-words";
import { DataTable } from "@/components/ui/table";
import { loadFrom } from "@/lib/client/request";
import { useResource } from "@/lib/client/resource";
import { listEverybodysRuns } from "@/lib/features/traces/api";
import type { SiteRun, SiteRunsReply } from "@/lib/protocol/runs";
import { findSharedCause } from "./shared-cause";
import { useRunColumns } from "./use-run-columns";

const runList = {
  key: ({ id }: SiteRun) => id,
  page: ({ runs: items, cursor }: SiteRunsReply) => ({ items, cursor }),
};

/** Runs of all people without anybody's words, as the address narrows them. */
export function AdminRunsPage() {
  const t = useTranslations("runs.site");
  const { filters, change } = useRunFilters();
  const query = useRunsQuery({ ...filters, text: "" });
  const load = useMemo(() => loadFrom(listEverybodysRuns, { query }), [query]);
  const list = useResource({ ...runList, load });
  const columns = useRunColumns();
  return (
    <PageFrame page="runs">
      <div className="pt-4">
        <FilterRow filters={filters} seen={list.items} onChange={change} isSite />
      </div>
      {filters.cause === "" && <SharedCause runs={list.items} onChoose={(cause) => change("cause", cause)} />}
      <DataTable
        name="runs"
        label={t("list")}
        list={list}
        rowKey={({ id }) => id}
        columns={columns}
        href={({ id, person }) => `/runs/${id}?person=${encodeURIComponent(person.id)}`}
        empty={<Empty isWhole={list.cursor === null} />}
      />
    </PageFrame>
  );
}

/** A page looks at so many runs at most: there may be more behind it. */
function Empty({ isWhole }: { isWhole: boolean }) {
  const t = useTranslations("runs.site");
  return <p className="py-4 text-sm leading-5 text-quiet">{t(isWhole ? "none" : "noneYet")}</p>;
}

type SharedProps = { runs: readonly SiteRun[]; onChoose: (cause: string) => void };

/** What many of them have in common, and the way to those. */
function SharedCause({ runs, onChoose }: SharedProps) {
  const t = useTranslations("runs.site");
  const { toCause } = useRunWords();
  const shared = findSharedCause(runs);
  if (shared === null) return null;
  return (
    <p className="mt-4 flex flex-wrap items-baseline gap-x-4 rounded-xl border border-hairline bg-raised px-4 py-2 text-sm leading-6">
      <span>{t("shared", { ...shared, total: runs.length, cause: toCause(shared.cause) })}</span>
      <button
        type="button"
        className="text-accent underline underline-offset-4 pointer-coarse:min-h-11"
        onClick={() => onChoose(shared.cause)}
      >
        {t("showThem")}
      </button>
    </p>
  );
}
