import type { PersonRecord } from "@/lib/data/people";
import { findLocale } from "@/i18n/find-locale";
import { AppError, isAppError } from "@/lib/errors";
import { emailSchema, passwordLength } from "@/lib/features/accounts/shape/accounts";
import { z } from "zod";
import type { AccountsContext } from "./accounts-options";
import { toAnswer } from "./answers";
import { authPaths, toKey } from "./auth-paths";
import { createPerson, refusal, type NewPerson } from "./create-person";
import { findReceiver } from "./notices";
import { noteSignIn } from "./note-sign-in";
import { toPersonName } from "./person-name";
import { openSession, sendVerification, toClient } from "./sign-in";
import { keepUnconfirmed } from "./unconfirmed";

export const passwordSchema = z
  .string()
  .min(passwordLength.min, `use at least ${passwordLength.min} characters`)
  .max(passwordLength.max, `use at most ${passwordLength.max} characters`);
export const signUpSchema = z.strictObject({
  name: z.string().transform(toPersonName).pipe(z.string().min(1, "say how you want to be called").max(100)),
  email: emailSchema,
  password: passwordSchema,
  invitation: z.string().max(200).optional(),
  acceptsTerms: z.boolean().optional(),
});
type SignUp = z.output<typeof signUpSchema>;

/**
 * Makes an account and signs in or, where mail confirms addresses, says that one is on its way. A taken
 * address gets the same answer: with mail its owner is told, else it is refused like any that is not allowed.
 */
export async function signUp(context: AccountsContext, request: SignUp, headers: Headers): Promise<Response> {
  const client = toClient(context, headers);
  await checkTerms(context, request);
  await context.attempts.begin(client);
  const person = await toPerson(context, request, findLocale(headers));
  const record = await tryCreate(context, person);
  if (record !== null)
    await context.notices.record({ act: "account_made", actor: person.id, detail: record.role });
  if (record === null || (context.mailer !== null && !record.emailVerified)) {
    if (record !== null) sendVerification(context, person.id);
    const known = { userId: record === null ? "" : person.id, email: person.email };
    const token = person.invitationToken;
    const cookie = await keepUnconfirmed(context, { ...known, invitation: token && toKey(token) });
    return toAnswer({ status: "confirm" }, [cookie]);
  }
  await context.attempts.succeed(client);
  const cookies = await openSession(context, request, headers);
  return toAnswer({ status: "signed_in" }, await noteSignIn(context, headers, cookies));
}

async function checkTerms({ deps }: AccountsContext, { acceptsTerms }: SignUp): Promise<void> {
  if (acceptsTerms === true || (await deps.readSite()).terms === "") return;
  throw new AppError("invalid_request", "Accept the terms of this site first.", {
    fields: { acceptsTerms: "is needed" },
  });
}

async function toPerson(
  { deps, passwords, links }: AccountsContext,
  { name, email, password, invitation, acceptsTerms = false }: SignUp,
  locale: string,
): Promise<NewPerson> {
  return {
    id: deps.newId(),
    name,
    email,
    image: null,
    locale,
    acceptsTerms,
    isProven: invitation !== undefined && links.isSetup(invitation, email),
    passwordHash: await passwords.hash(password),
    invitationToken: invitation ?? null,
  };
}

/** `null` when the address is taken and its owner is told by mail. */
async function tryCreate(context: AccountsContext, person: NewPerson): Promise<PersonRecord | null> {
  const { deps, mailer, options } = context;
  try {
    return await createPerson(deps.store, person, {
      rules: options.rules,
      hasMail: mailer !== null,
      now: deps.now(),
    });
  } catch (error) {
    if (!isAppError(error) || error.code !== "already_exists") throw error;
    if (mailer === null) throw new AppError("forbidden", refusal, { cause: error });
    tellOwner(context, person.email);
    return null;
  }
}

function tellOwner({ attempts, mailer, deps, options }: AccountsContext, email: string): void {
  const send = async () => {
    await attempts.begin([{ kind: "mail", value: email }]);
    const userId = (await deps.store.find(authPaths.email(email)))?.data["userId"];
    const to = typeof userId === "string" ? await findReceiver(deps.store, userId) : null;
    if (to !== null) await mailer?.send("taken", to, { link: `${options.url}/sign-in` });
  };
  deps.inBackground("mail_failed", send());
}
