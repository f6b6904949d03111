import { paths } from "@/lib/data/paths";
import { roleSchema, type InvitationView } from "@/lib/features/accounts/shape/accounts";
import { z } from "zod";
import type { AccountsContext } from "./accounts-options";
import { authPaths, toKey } from "./auth-paths";

const recordSchema = z.object({
  email: z.string().nullable(),
  role: roleSchema,
  createdBy: z.string().nullable(),
  expiresAt: z.number(),
  usedAt: z.number().nullable(),
  line: z.string().default(""),
});

/** What the link of an invitation shows to who has it; `null` where there is none (any more). */
export async function findInvitation(
  { deps: { store, now }, options, links }: AccountsContext,
  token: string,
): Promise<InvitationView | null> {
  const admin = options.rules.adminEmails.find((email) => links.isSetup(token, email));
  if (admin !== undefined) {
    const isUsed = (await store.find(authPaths.email(admin))) !== null;
    const whose = { email: admin, role: "admin", inviter: null, line: "" } as const;
    return { state: isUsed ? "used" : "open", usedAt: null, ...whose };
  }
  const parsed = recordSchema.safeParse((await store.find(paths.invitation(toKey(token))))?.data);
  if (!parsed.success) return null;
  const { createdBy, expiresAt, usedAt, ...shown } = parsed.data;
  const inviter = createdBy === null ? null : (await store.find(paths.person(createdBy)))?.data["name"];
  return {
    state: usedAt !== null ? "used" : expiresAt > now() ? "open" : "expired",
    ...{ usedAt, inviter: typeof inviter === "string" ? inviter : null, ...shown },
  };
}
