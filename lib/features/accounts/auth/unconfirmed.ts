import { paths } from "@/lib/data/paths";
import { personRecordSchema, toAdmins } from "@/lib/data/people";
import type { Store } from "@/lib/store/store";
import type { AccountsContext } from "./accounts-options";
import { toAnswer } from "./answers";
import { authPaths, toProviderKey } from "./auth-paths";
import { readCookies, toCookie } from "./cookies";
import { toCookiePrefix } from "./library";
import type { Unconfirmed } from "./links";
import { mailVerification, toClient } from "./sign-in";

/**
 * What the browser that signed up may do until the mailed link is opened. It has a token of its own, and so
 * has one that signed up with a taken address, which is nobody's: answers are the same.
 */
export async function keepUnconfirmed(context: AccountsContext, known: Unconfirmed): Promise<string> {
  return toPendingCookie(context, await context.links.createUnconfirmed(known), 24 * 60 * 60);
}

/** Mails the link once more. Throws `quota_exhausted` for too many. */
export async function resendVerification(context: AccountsContext, headers: Headers): Promise<Response> {
  const known = await find(context, headers);
  const mailbox = known === null ? [] : [{ kind: "mail" as const, value: known.email }];
  await context.attempts.begin([...mailbox, ...toClient(context, headers)]);
  if (known?.userId) context.deps.inBackground("mail_failed", mailVerification(context, known.userId));
  return toAnswer({ status: "sent" });
}

/** Gives up an account that was never used, so that its person can sign up with another address. */
export async function withdrawSignUp(context: AccountsContext, headers: Headers): Promise<Response> {
  const known = await find(context, headers);
  if (known?.userId && (await deleteUnconfirmed(context.deps, known))) {
    await context.links.forget(known.userId);
    await context.notices.record({ act: "account_deleted", actor: known.userId });
  }
  return toAnswer({ status: "withdrawn" }, [toPendingCookie(context, "", 0)]);
}

async function find(context: AccountsContext, headers: Headers): Promise<Unconfirmed | null> {
  const token = readCookies(headers).get(toName(context));
  return token === undefined ? null : context.links.findUnconfirmed(token);
}

/** With all that was made with it; the invitation can be used again. `false` where it has been confirmed. */
function deleteUnconfirmed(
  { store, now }: { store: Store; now: () => number },
  { userId, email, invitation }: Unconfirmed,
): Promise<boolean> {
  const key = toProviderKey("credential", userId);
  const invited = invitation === null ? null : paths.invitation(invitation);
  const read = [
    paths.person(userId),
    authPaths.firstAdmin,
    paths.admins,
    ...(invited === null ? [] : [invited]),
  ];
  return store.transaction(async (tx) => {
    const [found, first, admins, used] = await tx.findMany(read);
    const record = personRecordSchema.safeParse(found?.data).data;
    if (record === undefined || record.emailVerified) return false;
    const gone = [paths.person(userId), authPaths.email(email), authPaths.account(userId, key)];
    for (const path of [...gone, authPaths.provider("credential", userId)]) tx.delete(path);
    // It was the first account: the next one is the first again.
    if (first?.data["at"] === record.createdAt) tx.delete(authPaths.firstAdmin);
    if (record.role === "admin")
      tx.set(paths.admins, { ids: toAdmins(admins?.data, userId, { ...record, disabledAt: now() }) });
    if (invited !== null && used?.data["usedAt"] === record.createdAt) tx.update(invited, { usedAt: null });
    return true;
  });
}

function toPendingCookie(context: AccountsContext, token: string, maxAge: number): string {
  return toCookie(toName(context), token, { maxAge, isSecure: context.options.url.startsWith("https:") });
}

const toName = ({ options }: AccountsContext): string => `${toCookiePrefix(options.url)}-unconfirmed`;
