"use client";

import { UserPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PageFrame } from "@/components/admin/page-frame";
import { Button } from "@/components/ui/button";
import { SmallSelect } from "@/components/ui/small-select";
import { DataTable } from "@/components/ui/table";
import { personStates, roles } from "@/lib/features/accounts/shape/accounts";
import { BulkButtons } from "./bulk-buttons";
import { InviteDialog } from "./invite-form";
import { PersonDialogs, type PersonAction } from "./person-dialogs";
import { SharedPages } from "./shared-pages";
import { SignUpChoice } from "./sign-up-choice";
import { usePeople, type PeopleFilter, type PeopleRow } from "./use-people";
import { usePeopleColumns } from "./use-people-columns";

/** Who may be here: `selfId` is the one who looks. */
export function PeoplePage({ selfId, now }: { selfId: string; now: number }) {
  const t = useTranslations("admin.people");
  const { filter, setFilter, list, patch } = usePeople();
  const [isInviting, setInviting] = useState(false);
  const [action, setAction] = useState<PersonAction | null>(null);
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const columns = usePeopleColumns({ selfId, now });
  const rows = list.items.filter(({ id }) => chosen.has(id));
  const done = (): void => {
    choose(new Set());
    void list.reload();
  };
  const invite = (
    <Button tone="primary" onClick={() => setInviting(true)}>
      <UserPlus className="size-4" aria-hidden="true" />
      {t("invite")}
    </Button>
  );
  return (
    <PageFrame page="people" aside={invite}>
      <SignUpChoice
        onShow={() => setFilter({ search: "", role: "any", state: "waiting" })}
        asOf={list.reply}
      />
      <DataTable
        name="people"
        label={t("title")}
        list={list}
        rowKey={({ id }: PeopleRow) => id}
        columns={columns}
        href={({ person }) => (person === null ? "/admin/invitations" : `/admin/people/${person.id}`)}
        choice={{
          chosen,
          onChange: choose,
          actions: <BulkButtons {...{ rows, selfId, patch, onDone: done, onAction: setAction }} />,
        }}
        search={{
          label: t("search"),
          value: filter.search,
          onChange: (search) => setFilter({ ...filter, search: search.slice(0, 100) }),
        }}
        filters={<Filters filter={filter} onChange={setFilter} />}
        empty={t("nobody")}
      />
      <SharedPages />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} onInvited={() => void list.reload()} />}
      {action && (
        <PersonDialogs action={action} patch={patch} onDone={done} onClose={() => setAction(null)} />
      )}
    </PageFrame>
  );
}

type FiltersProps = { filter: PeopleFilter; onChange: (filter: PeopleFilter) => void };

function Filters({ filter, onChange }: FiltersProps) {
  const t = useTranslations("admin.people");
  return (
    <>
      <SmallSelect
        label={t("role.title")}
        value={filter.role}
        options={(["any", ...roles] as const).map((value) => ({
          value,
          label: value === "any" ? t("anyRole") : t(`role.${value}`),
        }))}
        onChoose={(role) => onChange({ ...filter, role })}
      />
      <SmallSelect
        label={t("state.title")}
        value={filter.state}
        options={(["all", ...personStates] as const).map((value) => ({ value, label: t(`state.${value}`) }))}
        onChoose={(state) => onChange({ ...filter, state })}
      />
    </>
  );
}
