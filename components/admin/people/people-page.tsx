"use client";

import { UserPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ListEnd } from "@/components/admin/list-end";
import { PageFrame, PageSection } from "@/components/admin/page-frame";
import { Button } from "@/components/ui/button";
import { InvitationRowView } from "./invitation-row";
import { PersonDialogs, type PersonAction } from "./person-dialogs";
import { PersonRowView } from "./person-row";
import { SharedPages } from "./shared-pages";
import { Dialog } from "@/components/ui/dialog";
import type { LinkReply, InvitationRow, PatchPerson, PersonRow } from "@/lib/protocol/accounts";
import { InviteForm } from "./invite-form";
import { ShownLink } from "./shown-link";
import { toPages, usePages, type Pages } from "@/components/admin/use-pages";
import { useReason } from "@/components/ui/use-reason";
import { adminApi } from "@/lib/client/admin-api";

/** Who may be here: `selfId` is the one who looks. */
export function PeoplePage({ selfId, now }: { selfId: string; now: number }) {
  const t = useTranslations("admin.people");
  const state = usePeople();
  const [isInviting, setInviting] = useState(false);
  const [action, setAction] = useState<PersonAction | null>(null);
  const words = {
    loading: t("loading"),
    more: t("more"),
    again: t("again"),
    failed: (reason: string) => t("failed", { reason }),
  };
  const open = state.invitations.rows.filter(({ usedAt, expiresAt }) => usedAt === null && expiresAt > now);
  const invite = (
    <Button tone="primary" onClick={() => setInviting(true)}>
      <UserPlus className="size-4" aria-hidden="true" />
      {t("invite")}
    </Button>
  );
  return (
    <PageFrame page="people" aside={invite}>
      <ul className="pt-4">
        {state.people.rows.map((person) => (
          <PersonRowView key={person.id} person={person} isSelf={person.id === selfId} onAction={setAction} />
        ))}
      </ul>
      <ListEnd pages={state.people} words={words} />
      <PageSection title={t("invitations")} help={t("invitationsHelp")}>
        <ul>
          {open.map((invitation) => (
            <InvitationRowView key={invitation.id} invitation={invitation} onRevoke={state.revoke} />
          ))}
        </ul>
        {open.length === 0 && !state.invitations.isLoading && state.invitations.reason === null && (
          <p className="pt-4 text-sm leading-5 text-quiet">{t("noInvitations")}</p>
        )}
        <ListEnd pages={state.invitations} words={words} />
      </PageSection>
      <SharedPages words={words} />
      <InviteDialog
        isOpen={isInviting}
        onClose={() => setInviting(false)}
        onInvited={state.invitations.reload}
      />
      {action && <PersonDialogs action={action} patch={state.patch} onClose={() => setAction(null)} />}
    </PageFrame>
  );
}

type Props = { isOpen: boolean; onClose: () => void; onInvited: () => void };

/** Asks for whom and as what, then shows the link. */
function InviteDialog({ isOpen, onClose, onInvited }: Props) {
  const t = useTranslations();
  const [reply, setReply] = useState<LinkReply | null>(null);
  const close = (): void => {
    setReply(null);
    onClose();
  };
  const show = (made: LinkReply): void => {
    setReply(made);
    onInvited();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={t("admin.people.inviteTitle")}
      closeLabel={t("common.close")}
    >
      {reply === null ? (
        <InviteForm onCancel={close} onInvited={show} />
      ) : (
        <div className="grid gap-3">
          <ShownLink reply={reply} />
          <Button tone="primary" className="ms-auto" onClick={close}>
            {t("admin.people.link.done")}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

const askPeople = async (cursor: string | null) =>
  toPages(await adminApi.listPeople(cursor), (reply) => ({ rows: reply.people, cursor: reply.cursor }));
const askInvitations = async (cursor: string | null) =>
  toPages(await adminApi.listInvitations(cursor), (reply) => ({
    rows: reply.invitations,
    cursor: reply.cursor,
  }));

type PeopleState = {
  people: Pages<PersonRow>;
  invitations: Pages<InvitationRow>;
  /** Says why it did not work, or `null`. */
  patch: (person: PersonRow, change: PatchPerson) => Promise<string | null>;
  revoke: (invitation: InvitationRow) => Promise<string | null>;
};

/** The people of this site and the invitations to it. */
function usePeople(): PeopleState {
  const explain = useReason();
  const people = usePages(askPeople);
  const invitations = usePages(askInvitations);
  return {
    people,
    invitations,
    async patch(person, change) {
      const answer = await adminApi.patchPerson(person.id, change);
      if (!answer.ok) return explain(answer);
      const changed = answer.value;
      if (changed === null) people.reload();
      else people.change((rows) => rows.map((row) => (row.id === person.id ? changed : row)));
      return null;
    },
    async revoke(invitation) {
      const answer = await adminApi.revokeInvitation(invitation.id);
      if (!answer.ok) return explain(answer);
      invitations.change((rows) => rows.filter(({ id }) => id !== invitation.id));
      return null;
    },
  };
}
