"use client";

import { useFormatter, useTranslations } from "next-intl";
import { peopleList } from "@/components/admin/people-list";
import { useMemo, useState } from "react";
import { PageFrame } from "@/components/admin/page-frame";
import { ResourceList } from "@/components/ui/resource-list";
import { SmallSelect } from "@/components/ui/small-select";
import { listAudit } from "@/lib/features/accounts/api";
import { loadFrom } from "@/lib/client/request";
import { useResource } from "@/lib/client/resource";
import {
  auditActs,
  type AuditAct,
  type AuditPerson,
  type AuditReply,
  type AuditRow,
} from "@/lib/features/accounts/shape/audit";
import { roles } from "@/lib/features/accounts/shape/accounts";
import { alertRules } from "@/lib/features/alerts/shape";
import { breakerKinds } from "@/lib/protocol/breakers";
import { toPath } from "@/lib/protocol/endpoint";

/** Who did what, to whom and when: by act, by person, and as a file. */
export function AuditPage() {
  const t = useTranslations("admin.audit");
  const [act, setAct] = useState<AuditAct | "all">("all");
  const [actor, setActor] = useState("all");
  const filter = { act: act === "all" ? null : act, actor: actor === "all" ? null : actor };
  const list = useEntries(filter.act, filter.actor);
  const people = usePeopleSeen(list.items);
  const download = (
    <a
      href={toPath(listAudit, { query: { ...filter, format: "jsonl" } })}
      download
      className="inline-flex min-h-9 items-center rounded-lg border border-hairline bg-raised px-3 text-sm font-medium transition-colors duration-150 hover:bg-sunken pointer-coarse:min-h-11"
    >
      {t("export")}
    </a>
  );
  return (
    <PageFrame page="audit" aside={download}>
      <div className="flex flex-wrap gap-2 pt-4">
        <SmallSelect
          label={t("byAct")}
          value={act}
          options={[
            { value: "all", label: t("everything") },
            ...auditActs.map((value) => ({ value, label: t(`acts.${value}`) })),
          ]}
          onChoose={setAct}
        />
        <SmallSelect
          label={t("byPerson")}
          value={actor}
          options={[
            { value: "all", label: t("everybody") },
            ...people.map(({ id, name }) => ({ value: id, label: name ?? t("gone", { id }) })),
          ]}
          onChoose={setActor}
        />
      </div>
      <ResourceList list={list} empty={t("none")}>
        <ul aria-label={t("list")}>
          {list.items.map((entry) => (
            <EntryRow key={entry.id} entry={entry} />
          ))}
        </ul>
      </ResourceList>
    </PageFrame>
  );
}

const entryList = {
  key: ({ id }: AuditRow) => id,
  page: ({ entries: items, cursor }: AuditReply) => ({ items, cursor }),
};

function useEntries(act: AuditAct | null, actor: string | null) {
  const load = useMemo(() => loadFrom(listAudit, { query: { act, actor } }), [act, actor]);
  return useResource({ ...entryList, load });
}

/** Whom the list can be narrowed to: people of the site, and who acts in the entries shown. */
function usePeopleSeen(rows: readonly AuditRow[]): AuditPerson[] {
  const listed = useResource(peopleList).items;
  const seen = rows.flatMap(({ actor }) => actor ?? []);
  return [...new Map([...listed, ...seen].map(({ id, name }) => [id, { id, name }])).values()];
}

/** What an entry says more, in words where it is a name of ours. */
function useDetailWords(): (act: AuditAct, detail: string) => string {
  const t = useTranslations("admin");
  return (act, detail) => {
    if (act === "role_changed" || act === "person_invited" || act === "account_made") {
      const role = roles.find((one) => one === detail);
      return role === undefined ? detail : t(`people.role.${role}`);
    }
    if (act === "reset_link_made") return t(`audit.resetLink.${detail === "mailed" ? "mailed" : "shown"}`);
    const rule = act === "alert_acknowledged" ? alertRules.find((one) => one === detail) : undefined;
    if (rule !== undefined) return t(`alerts.rules.${rule}`);
    const kind =
      act === "breaker_reset" ? breakerKinds.find((one) => detail.startsWith(`${one} `)) : undefined;
    if (kind === undefined) return detail;
    return t("audit.ofKind", {
      kind: t(`overview.breakdown.kinds.${kind}`),
      name: detail.slice(kind.length + 1),
    });
  };
}

export function EntryRow({ entry: { at, act, actor, target, detail } }: { entry: AuditRow }) {
  const t = useTranslations("admin.audit");
  const format = useFormatter();
  const toWords = useDetailWords();
  const toName = ({ id, name }: AuditPerson): string => name ?? t("gone", { id });
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-hairline py-3 last:border-0">
      <p className="min-w-0 flex-[1_1_14rem] text-sm leading-6 wrap-anywhere">
        <span className="font-medium">{t(`acts.${act}`)}</span>
        {detail !== null && <span className="text-quiet"> · {toWords(act, detail)}</span>}
        <span className="block text-xs leading-5 text-quiet">
          {target === null
            ? t("by", { person: actor === null ? t("server") : toName(actor) })
            : t("byTo", { person: actor === null ? t("server") : toName(actor), target: toName(target) })}
        </span>
      </p>
      <time dateTime={new Date(at).toISOString()} className="text-xs leading-5 text-quiet">
        {format.dateTime(at, { dateStyle: "medium", timeStyle: "short" })}
      </time>
    </li>
  );
}
