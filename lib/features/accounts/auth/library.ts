import { hkdfSync } from "node:crypto";
import { APIError, getOAuthState } from "better-auth/api";
import { betterAuth } from "better-auth/minimal";
import { genericOAuth } from "better-auth/plugins/generic-oauth";
import { isAppError } from "@/lib/errors";
import type { Store } from "@/lib/store/store";
import { createAdapter } from "./adapter";
import { isOfGoogleDomain } from "./admission";
import { createPerson, type CreateOptions } from "./create-person";
import { cookieCacheSeconds, type EpochRecords } from "./epochs";
import type { Passwords } from "./passwords";
import type { Notices } from "./notices";
import { toPersonName } from "./person-name";
import { toRow, type Row } from "./rows";

export type Provider = { clientId: string; clientSecret: string };
export type LibraryOptions = {
  url: string;
  secret: string;
  hasMail: boolean;
  rules: CreateOptions["rules"];
  google: Provider | null;
};
export type LibraryDeps = {
  store: Store;
  epochs: EpochRecords;
  passwords: Passwords;
  notices: Notices;
  readSite: () => Promise<{ terms: string }>;
  now: () => number;
  newId: () => string;
  onError(message: string): void;
};
export type Library = ReturnType<typeof createLibrary>;

export const sessionSeconds = 30 * 24 * 60 * 60;
const day = 24 * 60 * 60;

/** `__Host-` cookies belong to this host alone, over https only. */
export function toCookiePrefix(url: string): string {
  return url.startsWith("https:") ? "__Host-sextant" : "sextant";
}

/**
 * The library for sessions, passwords and providers, set up for our store and rules. With `oidc` its start
 * asks the provider for its addresses; without, it starts at once.
 */
export function createLibrary(
  options: LibraryOptions,
  deps: LibraryDeps,
  oidc: (Provider & { issuer: string }) | null,
) {
  const database = createAdapter({
    store: deps.store,
    now: deps.now,
    oidcIssuer: oidc?.issuer.replace(/\/$/, "") ?? null,
    createUser: (row) => createFromProvider(options, deps, row),
    bump: (userId) => deps.epochs.bump(userId),
    onJoined: (userId, provider) => deps.notices.providerJoined(userId, provider),
  });
  return betterAuth({
    appName: "Sextant",
    baseURL: options.url,
    basePath: "/api/auth",
    secret: Buffer.from(hkdfSync("sha256", options.secret, "", "sextant sessions", 32)).toString("base64url"),
    database,
    telemetry: { enabled: false },
    logger: { level: "error", log: (_level, message) => deps.onError(toLoggable(message)) },
    onAPIError: { throw: true },
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      requireEmailVerification: options.hasMail,
      minPasswordLength: 10,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
      password: deps.passwords,
    },
    user: {
      additionalFields: {
        role: { type: "string", input: false, required: false },
        disabledAt: { type: "number", input: false, required: false },
        // Of a new account alone, and not kept.
        isOfDomain: { type: "boolean", input: false, required: false },
      },
    },
    session: {
      expiresIn: sessionSeconds,
      updateAge: day,
      cookieCache: {
        enabled: true,
        maxAge: cookieCacheSeconds,
        version: (session) => deps.epochs.versionOf(session.userId),
      },
    },
    account: accountOptions,
    verification: { disableCleanup: true },
    ...(options.google === null ? {} : { socialProviders: { google: createGoogle(options.google) } }),
    plugins: oidc === null ? [] : [createOidc(oidc)],
    advanced: {
      ...toCookieOptions(options.url),
      ipAddress: { disableIpTracking: true },
      database: { generateId: () => deps.newId() },
    },
  });
}

/**
 * Whoever only begins to sign in by a provider leaves nothing in the store: a cookie keeps the state.
 * Accounts are joined only if both sides have proven the address: said here, not left to the library's
 * defaults.
 */
const accountOptions = {
  updateAccountOnSignIn: false,
  storeStateStrategy: "cookie" as const,
  accountLinking: { enabled: true, trustedProviders: [], requireLocalEmailVerified: true },
};

/** The library's words may hold an address or a token; only what is neither is logged. */
function toLoggable(message: string): string {
  return /[@=]/.test(message) ? "a failure whose words may hold something private" : message;
}

function toCookieOptions(url: string) {
  const isSecure = url.startsWith("https:");
  return {
    cookiePrefix: toCookiePrefix(url),
    useSecureCookies: false,
    defaultCookieAttributes: { secure: isSecure, httpOnly: true, sameSite: "lax" as const, path: "/" },
  };
}

function createGoogle(google: Provider) {
  const mapProfileToUser = (claims: { email: string; hd?: string | undefined }) => ({
    isOfDomain: isOfGoogleDomain(claims),
  });
  return { ...google, prompt: "select_account" as const, mapProfileToUser };
}

function createOidc({ issuer, clientId, clientSecret }: Provider & { issuer: string }) {
  return genericOAuth({
    config: [
      {
        providerId: "oidc",
        clientId,
        clientSecret,
        discoveryUrl: `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
        scopes: ["openid", "email", "profile"],
        pkce: true,
        requireIdTokenVerification: true,
        mapProfileToUser: (profile) => ({
          name: toName(profile["name"] ?? profile["preferred_username"] ?? profile["email"]),
          emailVerified: profile["email_verified"] === true,
        }),
      },
    ],
  });
}

function toName(value: unknown): string {
  return typeof value === "string" ? toPersonName(value.slice(0, 100)) : "";
}

/** A refusal by our rules has to leave the library as one of its own errors, or it hides the reason. */
async function createFromProvider(
  { rules, hasMail }: LibraryOptions,
  { store, now, notices, readSite }: LibraryDeps,
  row: Row,
): Promise<Row> {
  const state = await getOAuthState();
  const invitation = state?.["invitation"];
  const acceptsTerms = state?.["acceptsTerms"] === true;
  if (!acceptsTerms && (await readSite()).terms !== "")
    throw new APIError("BAD_REQUEST", { code: "terms_needed" });
  const email = String(row["email"]).toLowerCase();
  const person = {
    id: String(row["id"]),
    name: toName(row["name"]) || email,
    email,
    image: null,
    // Known with the session that follows.
    locale: null,
    acceptsTerms,
    isProven: row["emailVerified"] === true,
    isOfDomain: row["isOfDomain"] !== false,
    passwordHash: null,
    invitationToken: typeof invitation === "string" ? invitation : null,
  };
  try {
    const record = await createPerson(store, person, { rules, hasMail, now: now() });
    await notices.record({ act: "account_made", actor: person.id, detail: record.role });
    return toRow(person.id, record);
  } catch (error) {
    if (isAppError(error) && error.code === "forbidden")
      throw new APIError("BAD_REQUEST", { code: "sign_up_refused" });
    if (isAppError(error) && error.code === "already_exists")
      throw new APIError("BAD_REQUEST", { code: "account_not_linked" });
    throw error;
  }
}
