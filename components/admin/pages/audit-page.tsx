"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { AuditDialog } from "@/components/admin/audit-dialog";
import { PageFrame } from "@/components/admin/page-frame";
import { peopleList } from "@/components/admin/people-list";
import { useAuditWords } from "@/components/admin/use-audit-words";
import { LinkButton } from "@/components/ui/button";
import { SmallSelect } from "@/components/ui/small-select";
import { DataTable } from "@/components/ui/table";
import type { Column } from "@/components/ui/use-table-view";
import { loadFrom } from "@/lib/client/request";
import { useResource } from "@/lib/client/resource";
import { listAudit } from "@/lib/features/accounts/api";
import {
  auditActs,
  type AuditAct,
  type AuditPerson,
  type AuditReply,
  type AuditRow,
} from "@/lib/features/accounts/shape/audit";
import { toPath } from "@/lib/protocol/endpoint";

type Filters = { act: AuditAct | "all"; actor: string; from: string; to: string };

/** Who did what, to whom and when: by act, by person, between days, and as a file. */
export function AuditPage({ isAdmin }: { isAdmin: boolean }) {
  const t = useTranslations("admin.audit");
  const [filters, setFilters] = useState<Filters>({ act: "all", actor: "all", from: "", to: "" });
  const [opened, setOpened] = useState<AuditRow | null>(null);
  const query = useMemo(() => toQuery(filters), [filters]);
  const list = useEntries(query);
  const file = toPath(listAudit, { query: { ...query, format: "jsonl" } });
  return (
    <PageFrame
      page="audit"
      aside={
        <LinkButton href={file} download>
          {t("export")}
        </LinkButton>
      }
    >
      <DataTable
        name="audit"
        label={t("list")}
        list={list}
        rowKey={({ id }) => id}
        columns={useColumns()}
        onOpen={setOpened}
        filters={<FilterFields filters={filters} seen={list.items} onChange={setFilters} />}
        empty={t("none")}
      />
      {opened !== null && <AuditDialog entry={opened} isAdmin={isAdmin} onClose={() => setOpened(null)} />}
    </PageFrame>
  );
}

const dayMs = 86_400_000;

/** Days are those of who looks. */
function toQuery({ act, actor, from, to }: Filters) {
  const toTime = (day: string): number | null => {
    const time = new Date(`${day}T00:00`).getTime();
    return Number.isNaN(time) || time < 0 ? null : time;
  };
  const until = toTime(to);
  return {
    act: act === "all" ? null : act,
    actor: actor === "all" ? null : actor,
    since: toTime(from),
    until: until === null ? null : until + dayMs - 1,
  };
}

const entryList = {
  key: ({ id }: AuditRow) => id,
  page: ({ entries: items, cursor }: AuditReply) => ({ items, cursor }),
};

function useEntries(query: ReturnType<typeof toQuery>) {
  const load = useMemo(() => loadFrom(listAudit, { query }), [query]);
  return useResource({ ...entryList, load });
}

function useColumns(): Column<AuditRow>[] {
  const t = useTranslations("admin.audit.columns");
  const format = useFormatter();
  const { sayAct, sayActor, sayTarget, sayDetail, sayAbout } = useAuditWords();
  const at = (time: number) => format.dateTime(time, { dateStyle: "medium", timeStyle: "short" });
  const toText = (id: "actor" | "target" | "detail" | "about", say: (row: AuditRow) => string) => ({
    ...{ id, name: t(id), value: say },
    cell: (row: AuditRow) => <span className="wrap-anywhere">{say(row)}</span>,
  });
  return [
    {
      ...{ id: "at", name: t("at"), value: ({ at: time }) => new Date(time).toISOString() },
      cell: ({ at: time }) => (
        <time dateTime={new Date(time).toISOString()} className="whitespace-nowrap text-quiet">
          {at(time)}
        </time>
      ),
    },
    {
      ...{ id: "act", name: t("act"), isMain: true, value: ({ act }) => sayAct(act) },
      cell: ({ act }) => <span className={act === "sign_in_failed" ? "text-bad" : ""}>{sayAct(act)}</span>,
    },
    toText("actor", ({ actor }) => sayActor(actor)),
    toText("target", ({ target }) => sayTarget(target)),
    toText("detail", sayDetail),
    toText("about", sayAbout),
  ];
}

type FieldsProps = {
  filters: Filters;
  seen: readonly AuditRow[];
  onChange: (filters: Filters) => void;
};

function FilterFields({ filters, seen, onChange }: FieldsProps) {
  const t = useTranslations("admin.audit");
  const people = usePeopleSeen(seen);
  const acts = auditActs.map((value) => ({ value, label: t(`acts.${value}`) }));
  return (
    <>
      <SmallSelect
        label={t("byAct")}
        value={filters.act}
        options={[{ value: "all", label: t("everything") }, ...acts]}
        onChoose={(act) => onChange({ ...filters, act })}
      />
      <SmallSelect
        label={t("byPerson")}
        value={filters.actor}
        options={[
          { value: "all", label: t("everybody") },
          ...people.map(({ id, name }) => ({ value: id, label: name ?? t("gone", { id }) })),
        ]}
        onChoose={(actor) => onChange({ ...filters, actor })}
      />
      {(["from", "to"] as const).map((end) => (
        <label key={end} className="flex items-center gap-1.5 text-sm text-quiet">
          {t(end)}
          <input
            type="date"
            value={filters[end]}
            onChange={({ target }) => onChange({ ...filters, [end]: target.value })}
            className="text-field w-36"
          />
        </label>
      ))}
    </>
  );
}

/** Whom the list can be narrowed to: people of the site, and who acts in the entries shown. */
function usePeopleSeen(rows: readonly AuditRow[]): AuditPerson[] {
  const listed = useResource(peopleList).items;
  const seen = rows.flatMap(({ actor }) => actor ?? []);
  return [...new Map([...listed, ...seen].map(({ id, name }) => [id, { id, name }])).values()];
}
