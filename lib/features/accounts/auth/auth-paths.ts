import { createHash } from "node:crypto";

/**
 * Records of signing in are found by an address, a token or a provider's id before their owner is known: the
 * one exception to keeping all below its person. Their ids are hashes, so nothing in an address matters.
 */
export const authPaths = {
  email: (email: string) => `auth-emails/${toKey(email)}`,
  provider: (providerId: string, accountId: string) =>
    `auth-accounts/${toProviderKey(providerId, accountId)}`,
  providerByKey: (key: string) => `auth-accounts/${key}`,
  session: (token: string) => `auth-sessions/${toKey(token)}`,
  sessionByKey: (key: string) => `auth-sessions/${key}`,
  verification: (identifier: string) => `auth-verifications/${toKey(identifier)}`,
  verificationByKey: (key: string) => `auth-verifications/${key}`,
  verifications: "auth-verifications",
  attempts: "auth-attempts",
  attempt: (kind: string, value: string) => `auth-attempts/${toKey(`${kind}:${value}`)}`,
  firstAdmin: "auth-bootstrap/first-admin",
  epochs: "auth/epochs",
  /** How people who are allowed come in without an invitation. */
  signUp: "auth/sign-up",
  /** The issuer of the accounts that were made before their keys named one. */
  firstIssuer: "auth/oidc-issuer",
  accounts: (userId: string) => `users/${userId}/accounts`,
  account: (userId: string, key: string) => `users/${userId}/accounts/${key}`,
  sessionsOf: (userId: string) => `users/${userId}/sessions`,
  sessionOf: (userId: string, key: string) => `users/${userId}/sessions/${key}`,
} as const;

export function toKey(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/**
 * With the issuer where there may be another one some day: who is `1` at one is somebody else at the next.
 */
export function toProviderKey(providerId: string, accountId: string, issuer: string | null = null): string {
  return toKey(issuer === null ? `${providerId}:${accountId}` : `${providerId}:${issuer}:${accountId}`);
}
