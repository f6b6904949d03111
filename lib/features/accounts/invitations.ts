import type { PageQuery } from "@/lib/store/store";
import type {
  InvitationRow,
  InvitationsReply,
  InviteReply,
  InviteResult,
  LinkReply,
  Role,
} from "@/lib/features/accounts/shape/accounts";
import { getAuth, type AccountsDeps } from "./accounts-deps";
import type { InvitationRecord } from "./records";

const dayMs = 24 * 60 * 60_000;
const mailsAtOnce = 5;

type NewInvitations = { emails: readonly string[]; role: Role; days: number; line: string };
type OneInvitation = Omit<NewInvitations, "emails"> & { email: string | null };
type Delivery = Pick<InvitationRecord, "email" | "line" | "locale" | "expiresAt"> & {
  id: string;
  link: string;
};
type Mailed = { email: string; locale: string | null; link: string; line: string; days: number };
/** Who invites, in whose language the mail is, and whether it could be sent. */
type Inviter = { id: string; locale: string | null; write(mail: Mailed): Promise<boolean> };

/**
 * One link for each address, mailed where there is mail. Who has an account or an open invitation gets none.
 * Without an address it is one link that anybody who has it may use, once.
 */
export async function invite(
  deps: AccountsDeps,
  by: string,
  { emails: given, ...what }: NewInvitations,
): Promise<InviteReply> {
  const emails = [...new Set(given)];
  const inviter = await toInviter(deps, by);
  if (emails.length === 0) return { results: [await inviteOne(deps, inviter, { ...what, email: null })] };
  const members = new Set(await getAuth(deps).findTaken(emails));
  const open = await deps.invitations.findOpen(emails.filter((email) => !members.has(email)));
  const results: InviteResult[] = [];
  for (let at = 0; at < emails.length; at += mailsAtOnce)
    results.push(
      ...(await Promise.all(
        emails.slice(at, at + mailsAtOnce).map((email): Promise<InviteResult> | InviteResult => {
          const problem = members.has(email) ? "member" : open.has(email) ? "invited" : null;
          if (problem === null) return inviteOne(deps, inviter, { ...what, email });
          return { email, problem, link: null, expiresAt: 0, isSent: false };
        }),
      )),
    );
  return { results };
}

async function inviteOne(
  deps: AccountsDeps,
  inviter: Inviter,
  { email, role, days, line }: OneInvitation,
): Promise<InviteResult> {
  const { id, link } = getAuth(deps).links.toInvitation();
  const expiresAt = deps.now() + days * dayMs;
  const { id: by, locale } = inviter;
  await deps.invitations.create({ id, email, role, createdBy: by, expiresAt, line, locale });
  await deps.audit.record({ act: "person_invited", actor: by, detail: role, about: id });
  deps.report("person_invited", { by, role });
  return {
    email,
    problem: null,
    ...(await deliver(deps, inviter, { id, link, email, line, locale, expiresAt })),
  };
}

/** The old link is no longer good. Throws `not_found`, and `conflict` for an invitation that was used. */
export async function resendInvitation(deps: AccountsDeps, by: string, oldId: string): Promise<LinkReply> {
  const { id, link } = getAuth(deps).links.toInvitation();
  const renewed = await deps.invitations.renew(oldId, id, by);
  await deps.audit.record({ act: "invitation_resent", actor: by, detail: renewed.role, about: id });
  return deliver(deps, await toInviter(deps, by), { id, link, ...renewed });
}

/** What was mailed is not shown: who has such a link passes for the reader of the address's mail. */
async function deliver(
  deps: AccountsDeps,
  inviter: Inviter,
  { id, link, email, line, locale, expiresAt }: Delivery,
): Promise<LinkReply> {
  const days = Math.round((expiresAt - deps.now()) / dayMs);
  const isSent = email !== null && (await inviter.write({ email, locale, link, line, days }));
  if (isSent) await deps.invitations.markMailed(id);
  return { link: isSent ? null : link, expiresAt, isSent };
}

/**
 * A failed mail is no failure of the link: the administrator can hand it out. After one that failed no
 * other is tried, as each could take as long.
 */
async function toInviter(deps: AccountsDeps, id: string): Promise<Inviter> {
  let { mailer } = getAuth(deps);
  const { name: inviter, locale } = await deps.people.get(id);
  return {
    id,
    locale,
    async write({ email, locale, ...values }) {
      if (mailer === null) return false;
      try {
        await mailer.send("invitation", { email, locale }, { ...values, inviter });
        return true;
      } catch (error) {
        mailer = null;
        deps.report("mail_failed", { error });
        return false;
      }
    },
  };
}

/** Newest first, with the names of who made them. */
export async function listInvitations(deps: AccountsDeps, page: PageQuery): Promise<InvitationsReply> {
  if (deps.auth === null) return { invitations: [], cursor: null };
  const { invitations, cursor } = await deps.invitations.list(page);
  return { invitations: await toInvitationRows(deps, invitations), cursor };
}

export async function toInvitationRows(
  deps: AccountsDeps,
  invitations: readonly (InvitationRecord & { id: string })[],
): Promise<InvitationRow[]> {
  const ids = [...new Set(invitations.flatMap(({ createdBy }) => createdBy ?? []))];
  const people = await deps.people.findMany(ids);
  const names = new Map(ids.map((id, index) => [id, people[index]?.name ?? ""]));
  return invitations.map(({ id, email, role, createdBy, createdAt, expiresAt, usedAt }) => {
    return { id, email, role, createdBy: names.get(createdBy ?? "") ?? "", createdAt, expiresAt, usedAt };
  });
}
