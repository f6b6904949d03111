"use client";

import { UserPlus } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { PageFrame } from "@/components/admin/page-frame";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Problem } from "@/components/ui/problem";
import { DataTable } from "@/components/ui/table";
import { useAction } from "@/components/ui/use-action";
import type { Column } from "@/components/ui/use-table-view";
import { listInvitations, resendInvitation, revokeInvitation } from "@/lib/features/accounts/api";
import type { InvitationRow, InvitationsReply, LinkReply } from "@/lib/features/accounts/shape/accounts";
import { call, callRemoval, loadFrom } from "@/lib/client/request";
import { useResource } from "@/lib/client/resource";
import { InviteDialog } from "./invite-form";
import { ShownLink } from "./shown-link";

const invitationList = {
  load: loadFrom(listInvitations),
  key: ({ id }: InvitationRow) => id,
  page: ({ invitations: items, cursor }: InvitationsReply) => ({ items, cursor }),
};

/** All invitations, with those that were used or are too old. */
export function InvitationsPage({ now }: { now: number }) {
  const t = useTranslations("admin");
  const list = useResource(invitationList);
  const [isInviting, setInviting] = useState(false);
  const [link, setLink] = useState<LinkReply | null>(null);
  const columns = useColumns({
    now,
    onRevoked: list.take,
    onResent: (reply) => {
      setLink(reply);
      void list.reload();
    },
  });
  const invite = (
    <Button tone="primary" onClick={() => setInviting(true)}>
      <UserPlus className="size-4" aria-hidden="true" />
      {t("people.invite")}
    </Button>
  );
  return (
    <PageFrame page="invitations" aside={invite}>
      <DataTable
        name="invitations"
        label={t("pages.invitations.name")}
        list={list}
        rowKey={({ id }: InvitationRow) => id}
        columns={columns}
        empty={t("people.noInvitations")}
      />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} onInvited={() => void list.reload()} />}
      {link !== null && (
        <Dialog
          isOpen
          onClose={() => setLink(null)}
          title={t("people.resent")}
          closeLabel={t("people.link.done")}
        >
          <ShownLink reply={link} />
        </Dialog>
      )}
    </PageFrame>
  );
}

type RowActions = { onRevoked: (id: string) => void; onResent: (reply: LinkReply) => void };

function useColumns({ now, ...actions }: RowActions & { now: number }): Column<InvitationRow>[] {
  const t = useTranslations("admin.people");
  const format = useFormatter();
  const write = (at: number) => format.dateTime(at, { dateStyle: "medium", timeStyle: "short" });
  const toState = ({ usedAt, expiresAt }: InvitationRow) =>
    t(`invitation.${usedAt !== null ? "used" : expiresAt > now ? "open" : "expired"}`);
  return [
    {
      id: "email",
      name: t("columns.email"),
      isMain: true,
      value: ({ email }) => email ?? t("anybody"),
      cell: ({ email }) => <span className="font-medium wrap-anywhere">{email ?? t("anybody")}</span>,
    },
    {
      id: "role",
      name: t("role.title"),
      value: ({ role }) => t(`role.${role}`),
      cell: ({ role }) => t(`role.${role}`),
    },
    {
      id: "by",
      name: t("columns.by"),
      value: ({ createdBy }) => createdBy,
      cell: ({ createdBy }) => createdBy,
    },
    { id: "state", name: t("state.title"), value: toState, cell: toState },
    {
      id: "until",
      name: t("columns.until"),
      value: ({ expiresAt }) => new Date(expiresAt).toISOString(),
      cell: ({ expiresAt }) => write(expiresAt),
    },
    {
      id: "actions",
      isControl: true,
      name: t("columns.actions"),
      isEnd: true,
      value: () => null,
      cell: (row) => row.usedAt === null && <Actions row={row} {...actions} />,
    },
  ];
}

function Actions({ row, onRevoked, onResent }: RowActions & { row: InvitationRow }) {
  const t = useTranslations("admin.people");
  const { run, isBusy, reason } = useAction();
  const person = row.email ?? t("anybody");
  const resend = () =>
    run(async () => {
      const answer = await call(resendInvitation, { params: row });
      if (answer.ok) onResent(answer.value);
      return answer;
    });
  const revoke = async () => {
    if (await run(() => callRemoval(revokeInvitation, { params: row }))) onRevoked(row.id);
  };
  return (
    <span className="inline-flex flex-wrap justify-end gap-2">
      <Button disabled={isBusy} aria-label={t("resendTo", { person })} onClick={() => void resend()}>
        {t("resend")}
      </Button>
      <Button
        tone="danger"
        disabled={isBusy}
        aria-label={t("revokeFor", { person })}
        onClick={() => void revoke()}
      >
        {t("revoke")}
      </Button>
      <Problem>{reason}</Problem>
    </span>
  );
}
