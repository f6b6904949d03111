import { toMail } from "@/lib/features/accounts/auth/mails";
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
type Write = (email: string, link: string, line: string) => Promise<boolean>;

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
  const write = toWriter(deps);
  if (emails.length === 0) return { results: [await inviteOne(deps, by, { ...what, email: null }, write)] };
  const members = new Set(await getAuth(deps).findTaken(emails));
  const open = await deps.invitations.findOpen(emails.filter((email) => !members.has(email)));
  const results: InviteResult[] = [];
  for (let at = 0; at < emails.length; at += mailsAtOnce)
    results.push(
      ...(await Promise.all(
        emails.slice(at, at + mailsAtOnce).map((email): Promise<InviteResult> | InviteResult => {
          const problem = members.has(email) ? "member" : open.has(email) ? "invited" : null;
          if (problem === null) return inviteOne(deps, by, { ...what, email }, write);
          return { email, problem, link: null, expiresAt: 0, isSent: false };
        }),
      )),
    );
  return { results };
}

async function inviteOne(
  deps: AccountsDeps,
  by: string,
  { email, role, days, line }: OneInvitation,
  write: Write,
): Promise<InviteResult> {
  const { id, link } = getAuth(deps).links.toInvitation();
  const expiresAt = deps.now() + days * dayMs;
  await deps.invitations.create({ id, email, role, createdBy: by, expiresAt, line, locale: null });
  await deps.audit.record({ act: "person_invited", actor: by, detail: role });
  deps.report("person_invited", { by, role });
  return { email, problem: null, ...(await deliver(deps, { id, link, email, line, expiresAt }, write)) };
}

/** The old link is no longer good. Throws `not_found`, and `conflict` for an invitation that was used. */
export async function resendInvitation(deps: AccountsDeps, by: string, oldId: string): Promise<LinkReply> {
  const { id, link } = getAuth(deps).links.toInvitation();
  const { email, role, line, expiresAt } = await deps.invitations.renew(oldId, id, by);
  await deps.audit.record({ act: "invitation_resent", actor: by, detail: role });
  return deliver(deps, { id, link, email, line, expiresAt }, toWriter(deps));
}

type Delivery = { id: string; link: string; email: string | null; line: string; expiresAt: number };

/** What was mailed is not shown: who has such a link passes for the reader of the address's mail. */
async function deliver(
  deps: AccountsDeps,
  { id, link, email, line, expiresAt }: Delivery,
  write: Write,
): Promise<LinkReply> {
  const isSent = email !== null && (await write(email, link, line));
  if (isSent) await deps.invitations.markMailed(id);
  return { link: isSent ? null : link, expiresAt, isSent };
}

/**
 * Says whether it was mailed. A failed mail is no failure of the link: the administrator can hand it out. After
 * one that failed no other is tried, as each could take as long.
 */
function toWriter(deps: AccountsDeps): Write {
  let { mailer } = getAuth(deps);
  return async (email, link, line) => {
    if (mailer === null) return false;
    try {
      await mailer.send(toMail("invitation", email, link, line === "" ? undefined : line));
      return true;
    } catch (error) {
      mailer = null;
      deps.report("mail_failed", { error });
      return false;
    }
  };
}

/** Newest first, with the names of who made them. */
export async function listInvitations(
  deps: AccountsDeps,
  page: { limit: number; cursor?: string | undefined },
): Promise<InvitationsReply> {
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
