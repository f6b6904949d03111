"use client";

import { UserPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ListEnd } from "@/components/admin/list-end";
import { PageFrame, PageSection } from "@/components/admin/page-frame";
import { Button } from "@/components/ui/button";
import { InvitationRowView } from "./invitation-row";
import { InviteDialog } from "./invite-dialog";
import { PersonDialogs } from "./person-dialogs";
import type { PersonAction } from "./person-dialogs";
import { PersonRowView } from "./person-row";
import { usePeople } from "./use-people";

/** Who may be here: `selfId` is the one who looks. */
export function PeoplePage({ selfId, now }: { selfId: string; now: number }) {
  const t = useTranslations("admin.people");
  const state = usePeople();
  const [isInviting, setInviting] = useState(false);
  const { opened, open: openAction, close: closeAction } = useAction();
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
          <PersonRowView
            key={person.id}
            person={person}
            isSelf={person.id === selfId}
            onAction={openAction}
          />
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
      <InviteDialog
        isOpen={isInviting}
        onClose={() => setInviting(false)}
        onInvited={state.invitations.reload}
      />
      {opened && (
        <PersonDialogs
          key={opened.count}
          action={opened.action}
          isOpen={opened.isOpen}
          patch={state.patch}
          onClose={closeAction}
        />
      )}
    </PageFrame>
  );
}

/** The dialog stays where it is when it closes, so that the focus goes back; the next one is a new one. */
function useAction() {
  const [opened, setOpened] = useState<{ action: PersonAction; count: number; isOpen: boolean } | null>(null);
  return {
    opened,
    open: (action: PersonAction): void =>
      setOpened((before) => ({ action, count: (before?.count ?? 0) + 1, isOpen: true })),
    close: (): void => setOpened((before) => before && { ...before, isOpen: false }),
  };
}
