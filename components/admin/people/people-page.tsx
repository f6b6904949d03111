"use client";

import { UserPlus } from "lucide-react";
import { peopleList } from "@/components/admin/people-list";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { PageFrame, PageSection } from "@/components/admin/page-frame";
import { Button } from "@/components/ui/button";
import { EndingRow } from "./ending-row";
import { PersonDialogs, type PersonAction } from "./person-dialogs";
import { PersonRowView } from "./person-row";
import { SharedPages } from "./shared-pages";
import type {
  InvitationRow,
  InvitationsReply,
  PatchPerson,
  PeopleReply,
  PersonRow,
} from "@/lib/features/accounts/shape/accounts";
import { InviteDialog } from "./invite-form";
import { ResourceList } from "@/components/ui/resource-list";
import { useReason } from "@/components/ui/use-reason";
import { changePerson, listInvitations, revokeInvitation } from "@/lib/features/accounts/api";
import { call, loadFrom } from "@/lib/client/request";
import { useResource, type Resource } from "@/lib/client/resource";

/** Who may be here: `selfId` is the one who looks. */
export function PeoplePage({ selfId, now }: { selfId: string; now: number }) {
  const t = useTranslations("admin.people");
  const state = usePeople();
  const [isInviting, setInviting] = useState(false);
  const [action, setAction] = useState<PersonAction | null>(null);
  const open = state.invitations.items.filter(({ usedAt, expiresAt }) => usedAt === null && expiresAt > now);
  const invite = (
    <Button tone="primary" onClick={() => setInviting(true)}>
      <UserPlus className="size-4" aria-hidden="true" />
      {t("invite")}
    </Button>
  );
  return (
    <PageFrame page="people" aside={invite}>
      <ResourceList list={state.people}>
        <ul className="pt-4">
          {state.people.items.map((person) => (
            <PersonRowView
              key={person.id}
              person={person}
              isSelf={person.id === selfId}
              onAction={setAction}
            />
          ))}
        </ul>
      </ResourceList>
      <PageSection title={t("invitations")} help={t("invitationsHelp")}>
        <ResourceList list={{ ...state.invitations, items: open }} empty={t("noInvitations")}>
          <ul>
            {open.map((invitation) => (
              <Invitation key={invitation.id} invitation={invitation} onEnded={state.invitations.take} />
            ))}
          </ul>
        </ResourceList>
      </PageSection>
      <SharedPages />
      {isInviting && (
        <InviteDialog onClose={() => setInviting(false)} onInvited={() => void state.invitations.reload()} />
      )}
      {action && <PersonDialogs action={action} patch={state.patch} onClose={() => setAction(null)} />}
    </PageFrame>
  );
}

type InvitationProps = { invitation: InvitationRow; onEnded: (id: string) => void };

/** An invitation that nobody has used yet. */
function Invitation({ invitation, onEnded }: InvitationProps) {
  const t = useTranslations("admin.people");
  const { email, role, createdBy: person, expiresAt } = invitation;
  const time = useFormatter().dateTime(expiresAt, { dateStyle: "medium", timeStyle: "short" });
  const title = email ?? t("anybody");
  return (
    <EndingRow
      title={title}
      mark={t(`role.${role}`)}
      line={t("invitedBy", { person, time })}
      action={{ name: t("revoke"), label: t("revokeFor", { person: title }) }}
      onEnd={() => call(revokeInvitation, { params: invitation })}
      onEnded={() => onEnded(invitation.id)}
    />
  );
}

const invitationList = {
  load: loadFrom(listInvitations),
  key: ({ id }: InvitationRow) => id,
  page: ({ invitations: items, cursor }: InvitationsReply) => ({ items, cursor }),
};

type PeopleState = {
  people: Resource<PersonRow, PeopleReply>;
  invitations: Resource<InvitationRow, InvitationsReply>;
  /** Says why it did not work, or `null`. */
  patch: (person: PersonRow, change: PatchPerson) => Promise<string | null>;
};

/** The people of this site and the invitations to it. */
function usePeople(): PeopleState {
  const explain = useReason();
  const people = useResource(peopleList);
  const invitations = useResource(invitationList);
  return {
    people,
    invitations,
    async patch(person, change) {
      const answer = await call(changePerson, { params: person, body: change });
      if (!answer.ok) return explain(answer);
      if (answer.value === null) void people.reload();
      else people.put(answer.value);
      return null;
    },
  };
}
