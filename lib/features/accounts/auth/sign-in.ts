import { paths } from "@/lib/data/paths";
import { AppError, toAppError } from "@/lib/errors";
import { z } from "zod";
import type { AccountsContext } from "./accounts-options";
import { toAnswer } from "./answers";
import type { AttemptKey } from "./attempts";
import { authPaths } from "./auth-paths";
import { findClientAddress, findClientKey } from "./client-address";
import { readCookies, toCookie } from "./cookies";
import { toCookiePrefix } from "./library";
import { hasCode, throwTyped } from "./library-errors";
import { findReceiver } from "./notices";
import { noteSignIn, toBrowserName } from "./note-sign-in";
import type { ProviderName } from "./providers";

export const signInSchema = z.strictObject({
  email: z.string().trim().toLowerCase().max(254),
  password: z.string().min(1).max(128),
});
type SignInBody = z.output<typeof signInSchema>;

/**
 * Answers alike for an address without an account and for a wrong password. A browser that signed in before
 * is counted by itself, so that nobody makes its person wait by guessing elsewhere.
 */
export async function signIn(
  context: AccountsContext,
  credentials: SignInBody,
  headers: Headers,
): Promise<Response> {
  const device = context.devices.find(headers, credentials.email);
  const keys: AttemptKey[] =
    device === null ? toKeys(context, credentials.email, headers) : [{ kind: "device", value: device }];
  try {
    await context.attempts.begin(keys);
    const cookies = await openSession(context, credentials, headers);
    await context.attempts.succeed(keys);
    return toAnswer({ status: "signed_in" }, await noteSignIn(context, headers, cookies));
  } catch (error) {
    noteRefusal(context, { email: credentials.email, headers }, error);
    throw error;
  }
}

/** Gives the cookies of a new session. */
export async function openSession(
  context: AccountsContext,
  credentials: SignInBody,
  headers: Headers,
): Promise<string[]> {
  const ask = async () =>
    (
      await context.providers.core.api.signInEmail({
        body: credentials,
        headers: new Headers(),
        returnHeaders: true,
      })
    ).headers.getSetCookie();
  try {
    return await ask();
  } catch (error) {
    if (!hasCode(error, "EMAIL_NOT_VERIFIED")) return throwTyped(error);
  }
  // The password was right. Only who also opened the mailed link in this browser has shown that the address
  // is theirs: another's password must not become good because the owner of the address opens a link.
  await confirmAddress(context, credentials.email, headers);
  return [...(await ask().catch(throwTyped)), toVerifyCookie(context, "", 0)];
}

/** Beside the answer, whose time says nothing about who has an account. */
function noteRefusal(
  context: AccountsContext,
  { email, headers }: { email: string; headers: Headers },
  error: unknown,
): void {
  const { deps, notices } = context;
  const { code: reason, status } = toAppError(error);
  // What broke on our side is logged as that.
  if (status >= 500) return;
  const note = async () => {
    const userId = (await deps.store.find(authPaths.email(email)))?.data["userId"];
    const account = typeof userId === "string" ? userId : null;
    reportRefusal(context, headers, { by: "password", account, reason });
    if (account !== null && reason === "unauthenticated")
      await notices.record({
        ...{ act: "sign_in_failed", actor: account },
        about: toBrowserName(headers.get("user-agent") ?? ""),
      });
  };
  deps.inBackground("sign_in_not_noted", note());
}

type Refusal = { by: "password" | ProviderName; account: string | null; reason: string; error?: unknown };

/** One line for each refused sign-in, by which whoever guesses can be kept out: no address that was typed. */
export function reportRefusal(
  { deps, options }: AccountsContext,
  headers: Headers,
  { by, account, ...why }: Refusal,
): void {
  const address = findClientAddress(headers, options.clientHeader, options.url);
  deps.report("sign_in_failed", { account, address, by, ...why });
}

async function confirmAddress(context: AccountsContext, email: string, headers: Headers): Promise<void> {
  const { store } = context.deps;
  const userId = (await store.find(authPaths.email(email)))?.data["userId"];
  if (typeof userId !== "string") throw new AppError("unauthenticated", "Sign in first.");
  const token = readCookies(headers).get(toVerifyName(context));
  if (token !== undefined && (await context.links.consumeVerification(token, userId)))
    return store.update(paths.person(userId), { emailVerified: true });
  sendVerification(context, userId);
  throw new AppError(
    "forbidden",
    "Confirm your address first: open the link that was sent to it, in this browser, and sign in again.",
    { fields: { email: "is not confirmed yet" } },
  );
}

/** Mails the link that shows the address to be the person's. The answer does not wait for it. */
export function sendVerification(context: AccountsContext, userId: string): void {
  const send = async () => {
    const to = await findReceiver(context.deps.store, userId);
    if (to === null) return;
    await context.attempts.begin([{ kind: "mail", value: to.email }]);
    await mailVerification(context, userId);
  };
  context.deps.inBackground("mail_failed", send());
}

export async function mailVerification(
  { mailer, links, deps }: AccountsContext,
  userId: string,
): Promise<void> {
  const person = (await deps.store.find(paths.person(userId)))?.data;
  const to = await findReceiver(deps.store, userId);
  if (to === null || person?.["emailVerified"] === true) return;
  const link = await links.createVerification(userId);
  await mailer?.send("verify", to, { link });
}

/** The address that a link opened in this browser confirms, to be filled in. */
export async function findConfirming(context: AccountsContext, headers: Headers): Promise<string | null> {
  const token = readCookies(headers).get(toVerifyName(context));
  const userId = token === undefined ? null : await context.links.findVerification(token);
  return userId === null ? null : ((await findReceiver(context.deps.store, userId))?.email ?? null);
}

/** What is guessed at with an address: its account, and anything from this client. */
export function toKeys(context: AccountsContext, email: string, headers: Headers): AttemptKey[] {
  return [{ kind: "account", value: email }, ...toClient(context, headers)];
}

/** None where the address is a proxy's: everybody's attempts would count as one client's. */
export function toClient({ options }: AccountsContext, headers: Headers): AttemptKey[] {
  const value = findClientKey(headers, options.clientHeader, options.url);
  return value === null ? [] : [{ kind: "client", value }];
}

export function toVerifyCookie(context: AccountsContext, token: string, maxAge: number): string {
  return toCookie(toVerifyName(context), token, {
    maxAge,
    isSecure: context.options.url.startsWith("https:"),
  });
}

function toVerifyName({ options }: AccountsContext): string {
  return `${toCookiePrefix(options.url)}-verify`;
}
