import { paths } from "@/lib/data/paths";
import { AppError } from "@/lib/errors";
import { z } from "zod";
import type { AccountsContext } from "./accounts-options";
import { toAnswer } from "./answers";
import { authPaths, toProviderKey } from "./auth-paths";
import { throwTyped } from "./library-errors";
import { findReceiver } from "./notices";
import { toClient, toKeys } from "./sign-in";
import { passwordSchema } from "./sign-up";

export const changePasswordSchema = z.strictObject({
  currentPassword: z.string().max(128),
  newPassword: passwordSchema,
  revokeOtherSessions: z.literal(true).optional(),
});
export const requestResetSchema = z.strictObject({
  email: z.string().trim().toLowerCase().max(254),
  redirectTo: z.string().max(500).optional(),
});
export const resetPasswordSchema = z.strictObject({
  newPassword: passwordSchema,
  token: z.string().min(1).max(200),
});

/** All other sessions end. */
export async function changePassword(
  context: AccountsContext,
  body: z.output<typeof changePasswordSchema>,
  headers: Headers,
): Promise<Response> {
  const { person } = await context.sessions.identify(headers, { isFresh: true, isReadOnly: true });
  const keys = toKeys(context, person.email ?? person.id, headers);
  await context.attempts.begin(keys);
  const call = {
    currentPassword: body.currentPassword,
    newPassword: body.newPassword,
    revokeOtherSessions: true,
  };
  const cookie = new Headers({ cookie: headers.get("cookie") ?? "" });
  const answer = await context.providers.core.api
    .changePassword({ body: call, headers: cookie, returnHeaders: true })
    .catch(throwTyped);
  await context.attempts.succeed(keys);
  await context.links.forget(person.id);
  await context.notices.passwordSet(person.id, "password_changed");
  return toAnswer({ status: "changed" }, answer.headers.getSetCookie());
}

/** Answers the same whoever asks. A link goes to the address of an account that is not disabled, by mail. */
export async function requestReset(
  context: AccountsContext,
  { email }: z.output<typeof requestResetSchema>,
  headers: Headers,
): Promise<Response> {
  await context.attempts.begin([{ kind: "mail", value: email }, ...toClient(context, headers)]);
  if (context.mailer !== null) context.deps.inBackground("mail_failed", sendReset(context, email));
  return toAnswer({ status: "sent" });
}

async function sendReset({ deps, links, mailer }: AccountsContext, email: string): Promise<void> {
  const userId = (await deps.store.find(authPaths.email(email)))?.data["userId"];
  if (typeof userId !== "string") return;
  if (typeof (await deps.store.find(paths.person(userId)))?.data["disabledAt"] === "number") return;
  const to = await findReceiver(deps.store, userId);
  if (to === null) return;
  const { link } = await links.createReset(userId, { isMailed: true });
  await mailer?.send("reset", to, { link });
}

/** Ends all sessions and clears waits after wrong guesses. */
export async function resetPassword(
  context: AccountsContext,
  body: z.output<typeof resetPasswordSchema>,
  headers: Headers,
): Promise<Response> {
  const client = toClient(context, headers);
  await context.attempts.begin(client);
  const reset = await context.links.findReset(body.token);
  await context.providers.core.api.resetPassword({ body, headers: new Headers() }).catch(throwTyped);
  if (reset === null) throw new AppError("internal", "The link ran out meanwhile. Ask for a new one.");
  const { store, now } = context.deps;
  const email = (await store.find(paths.person(reset.userId)))?.data["email"];
  await context.attempts.succeed([
    ...client,
    ...(typeof email === "string" ? [{ kind: "account" as const, value: email }] : []),
  ]);
  if (reset.isMailed)
    await store.update(paths.person(reset.userId), { emailVerified: true, updatedAt: now() });
  await context.links.forget(reset.userId);
  await context.notices.passwordSet(reset.userId, "password_reset");
  return toAnswer({ status: "changed" });
}

export async function hasPassword({ deps }: AccountsContext, userId: string): Promise<boolean> {
  return (await findHash(deps.store, userId)) !== null;
}

/** Throws `invalid_request` for a wrong password, `quota_exhausted` after too many. */
export async function checkPassword(
  context: AccountsContext,
  person: { id: string; email: string | null },
  password: string,
  headers: Headers,
): Promise<void> {
  const keys = toKeys(context, person.email ?? person.id, headers);
  await context.attempts.begin(keys);
  const hash = await findHash(context.deps.store, person.id);
  if (hash === null || !(await context.passwords.verify({ hash, password }))) {
    throw new AppError("invalid_request", "The password is wrong.", { fields: { password: "is wrong" } });
  }
  await context.attempts.succeed(keys);
}

async function findHash(store: AccountsContext["deps"]["store"], userId: string): Promise<string | null> {
  const hash = (await store.find(authPaths.account(userId, toProviderKey("credential", userId))))?.data[
    "password"
  ];
  return typeof hash === "string" ? hash : null;
}
