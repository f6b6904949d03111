import type { InvitationsReply, LinkReply, Role } from "@/lib/protocol/accounts";
import { getAuth, type AccountsDeps } from "./accounts-deps";
import { sendLink } from "./send-link";

/** A link that makes one account within 24 hours. It is mailed to its address where there is one, and mail. */
export async function invite(
  deps: AccountsDeps,
  createdBy: string,
  { email, role }: { email: string | null; role: Role },
): Promise<LinkReply> {
  const { id, link, expiresAt } = getAuth(deps).links.toInvitation();
  await deps.invitations.create({ id, email, role, createdBy, expiresAt });
  const isSent = email !== null && (await sendLink(deps, "invitation", email, link));
  if (isSent) await deps.invitations.markMailed(id);
  deps.report("person_invited", { by: createdBy, role });
  return { link, expiresAt, isSent };
}

/** Newest first, with the names of who made them. */
export async function listInvitations(
  deps: AccountsDeps,
  page: { limit: number; cursor?: string | undefined },
): Promise<InvitationsReply> {
  if (deps.auth === null) return { invitations: [], cursor: null };
  const { invitations, cursor } = await deps.invitations.list(page);
  const ids = [...new Set(invitations.flatMap(({ createdBy }) => createdBy ?? []))];
  const people = await deps.people.findMany(ids);
  const names = new Map(ids.map((id, index) => [id, people[index]?.name ?? ""]));
  return {
    invitations: invitations.map(({ id, email, role, createdBy, createdAt, expiresAt, usedAt }) => {
      return { id, email, role, createdBy: names.get(createdBy ?? "") ?? "", createdAt, expiresAt, usedAt };
    }),
    cursor,
  };
}
