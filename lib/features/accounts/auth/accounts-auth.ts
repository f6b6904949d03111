import { deleteEach } from "@/lib/data/delete-each";
import { createAudit } from "@/lib/data/audit";
import { paths } from "@/lib/data/paths";
import { personRecordSchema } from "@/lib/data/people";
import type { Store } from "@/lib/store/store";
import type { AccountsContext, AccountsDeps, AccountsOptions } from "./accounts-options";
import { createAttempts } from "./attempts";
import type { Auth } from "./auth";
import { authPaths, toKey } from "./auth-paths";
import { createAddressChange } from "./change-address";
import { checkPassword, hasPassword } from "./change-password";
import { createDevices } from "./devices";
import { answerAuth } from "./endpoints";
import { createEpochs } from "./epochs";
import { toCookiePrefix } from "./library";
import { findInvitation } from "./invitations";
import { findConfirming } from "./sign-in";
import { createLinks } from "./links";
import { openTransport } from "./mailer";
import { createMailer } from "./mails";
import type { Receiver } from "./mails";
import { createNotices } from "./notices";
import { createPasswords } from "./passwords";
import { createProviders } from "./providers";
import { endSession, listSessions } from "./session-list";
import { createSessions } from "./sessions";
import { createSignUpPolicy } from "./sign-up-policy";
import { checkSiteOrigin } from "./site";

/** People sign in. Work on accounts is in `lib/features/accounts`; this is what that needs of signing in. */
export type AccountsAuth = ReturnType<typeof createAccountsAuth>;

export function createAccountsAuth(options: AccountsOptions, deps: AccountsDeps) {
  const context = createContext(options, deps);
  const { sessions, epochs, links, mailer } = context;
  const auth: Auth = {
    mode: "accounts",
    checkHost: deps.checkHost,
    checkOrigin: (headers) => checkSiteOrigin(options.url, headers),
    async identify(headers, how) {
      deps.checkHost(headers);
      return sessions.identify(headers, how);
    },
    async signInOptions() {
      const first = await deps.store.find(authPaths.firstAdmin);
      const oidc = options.oidc === null ? null : { name: options.oidc.name };
      return {
        google: options.google !== null,
        oidc,
        mail: mailer !== null,
        isFirstAccount: first === null && options.rules.adminEmails.length === 0,
      };
    },
    findInvitation: (token) => findInvitation(context, token),
    isResetGood: async (token) => (await links.findReset(token)) !== null,
    findConfirming: (headers) => findConfirming(context, headers),
    isStillAllowed: (userId) => epochs.isStillAllowed(userId),
    async handle(request) {
      deps.checkHost(request.headers);
      return answerAuth(context, request);
    },
  };
  return {
    ...auth,
    links,
    mailer,
    /** Tells the person that a reply waits for them; `null` where no mail is set up. */
    mailWaiting: mailer === null ? null : context.notices.waiting,
    /** Tells an administrator of an alert; `null` where no mail is set up. */
    mailAlert: mailer === null ? null : context.notices.alert,
    epochs,
    hasPassword: (userId: string) => hasPassword(context, userId),
    checkPassword: (person: { id: string; email: string | null }, password: string, headers: Headers) =>
      checkPassword(context, person, password, headers),
    sessionStart: (headers: Headers) => sessions.readStart(headers),
    goneCookies: () => sessions.toGoneCookies(),
    /** Makes the browser forget that it knows the account, too. */
    goneDevice: (email: string) => context.devices.forget(email),
    endSessions: (userId: string) => endSessions(deps.store, userId),
    ...createSessionCalls(context),
    ...createAddressChange(context),
    ...createAdmissionCalls(context),
    /** Deletes what is kept outside the person's records. `isLast`: the next account is the first again. */
    forget: (person: { id: string; email: string; isLast: boolean }) => forgetPerson(context, person),
    /**
     * Makes administrators of the people whom the environment names, and gives set-up links for those who
     * have no account and cannot prove their address by mail.
     */
    prepareAdmins: () => prepareAdmins(context),
    close: () => mailer?.close(),
  };
}

function createAdmissionCalls({ deps, options, mailer }: AccountsContext) {
  return {
    signUpPolicy: createSignUpPolicy(deps.store),
    /** The environment allows nobody to sign up without an invitation. */
    isByInvitation: options.rules.allowedEmails.length === 0,
    /** Says by mail that the account can be used now; the answer does not wait for it. */
    tellApproved(to: Receiver): void {
      const sent = mailer?.send("approved", to, { link: `${options.url}/sign-in` });
      if (sent !== undefined) deps.inBackground("mail_failed", sent);
    },
    /** Which of the addresses have an account. */
    async findTaken(emails: readonly string[]): Promise<string[]> {
      const found = await deps.store.findMany(emails.map((email) => authPaths.email(email)));
      return emails.filter((_, index) => found[index] !== null);
    },
  };
}

function createSessionCalls({ deps: { store, now }, options, sessions, epochs }: AccountsContext) {
  return {
    listSessions(userId: string, headers: Headers) {
      const token = sessions.readToken(headers);
      const ownKey = token === null ? null : toKey(token);
      const oldest = now() - options.sessionDays * dayMs;
      return listSessions(store, { userId, ownKey, oldest, now: now() });
    },
    setLocale: (userId: string, locale: string): Promise<void> =>
      store.update(paths.person(userId), { locale }),
    /** Ends one of the person's own. Throws `not_found`. */
    async endSession(userId: string, key: string): Promise<void> {
      await endSession(store, userId, key);
      await epochs.bump(userId);
    },
  };
}

const dayMs = 24 * 60 * 60_000;

function createContext(options: AccountsOptions, deps: AccountsDeps): AccountsContext {
  const { store, now, inBackground } = deps;
  const { url, secret } = options;
  const prefix = toCookiePrefix(url);
  const epochs = createEpochs(store, now);
  const passwords = createPasswords();
  const mailer =
    options.mail === null
      ? null
      : createMailer(openTransport(options.mail), async () => (await deps.readSite()).name);
  const notices = createNotices({ store, audit: createAudit(store, now), mailer, url, inBackground });
  const onError = (message: string) => deps.report("auth_library", { message });
  const providers = createProviders(options, {
    store,
    epochs,
    passwords,
    notices,
    onError,
    ...{ now, newId: deps.newId, readSite: deps.readSite },
  });
  return {
    options,
    deps,
    epochs,
    passwords,
    providers,
    notices,
    mailer,
    sessions: createSessions({
      library: providers.core,
      epochs,
      now,
      prefix,
      longestMs: options.sessionDays * dayMs,
    }),
    devices: createDevices({ secret, prefix, now }),
    attempts: createAttempts(store, now),
    links: createLinks({ store, now, url, secret }),
  };
}

/** Deletes every session of the person; the caller makes the cookies invalid. */
const endSessions = (store: Store, userId: string): Promise<void> =>
  deleteEach(store, authPaths.sessionsOf(userId), null, {
    alsoOf: ({ id }) => [authPaths.sessionByKey(id)],
  });

async function forgetPerson(
  { deps: { store }, links }: AccountsContext,
  { id, email, isLast }: { id: string; email: string; isLast: boolean },
): Promise<void> {
  await endSessions(store, id);
  await links.forget(id);
  const accounts = await store.list({ collection: authPaths.accounts(id), limit: 100 });
  const claims = accounts.documents.map((account) => authPaths.providerByKey(account.id));
  const found = [authPaths.email(email), ...claims, ...(isLast ? [authPaths.firstAdmin] : [])];
  await store.batch(found.map((path) => ({ kind: "delete", path })));
}

async function prepareAdmins({
  options,
  deps,
  links,
  mailer,
}: AccountsContext): Promise<{ toPromote: string[]; setupLinks: string[] }> {
  const toPromote: string[] = [];
  const setupLinks: string[] = [];
  for (const email of options.rules.adminEmails) {
    const userId = (await deps.store.find(authPaths.email(email)))?.data["userId"];
    const person = typeof userId === "string" ? await deps.store.find(paths.person(userId)) : null;
    const record = person === null ? null : personRecordSchema.parse(person.data);
    if (record === null && mailer === null) setupLinks.push(links.toSetup(email));
    if (person !== null && record !== null && record.emailVerified && record.role !== "admin")
      toPromote.push(person.id);
  }
  return { toPromote, setupLinks };
}
