import { toPages, usePages } from "@/components/admin/use-pages";
import type { Pages } from "@/components/admin/use-pages";
import { useReason } from "@/components/ui/use-reason";
import { adminApi } from "@/lib/client/admin-api";
import type { InvitationRow, PatchPerson, PersonRow } from "@/lib/protocol/accounts";

const askPeople = async (cursor: string | null) =>
  toPages(await adminApi.listPeople(cursor), (reply) => ({ rows: reply.people, cursor: reply.cursor }));
const askInvitations = async (cursor: string | null) =>
  toPages(await adminApi.listInvitations(cursor), (reply) => ({
    rows: reply.invitations,
    cursor: reply.cursor,
  }));

export type PeopleState = {
  people: Pages<PersonRow>;
  invitations: Pages<InvitationRow>;
  /** Says why it did not work, or `null`. */
  patch: (person: PersonRow, change: PatchPerson) => Promise<string | null>;
  revoke: (invitation: InvitationRow) => Promise<string | null>;
};

/** The people of this site and the invitations to it. */
export function usePeople(): PeopleState {
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
