import type { AccountsOptions } from "@/lib/features/accounts/auth/accounts-options";
import { toClientHeader } from "@/lib/features/accounts/auth/client-address";
import { isLoopbackHost } from "@/lib/features/accounts/auth/local-owner";
import type { Env } from "@/lib/env";

/** What the environment says about accounts; `null` on a server without sign-in. */
export function toAccountsOptions(env: Env, secret: string): AccountsOptions | null {
  if (env.AUTH_URL === undefined) return null;
  return {
    url: env.AUTH_URL,
    secret,
    rules: { adminEmails: env.ADMIN_EMAILS ?? [], allowedEmails: env.ALLOWED_EMAILS ?? [] },
    ...toProviders(env),
    mail:
      env.SMTP_URL !== undefined && env.MAIL_FROM !== undefined
        ? { url: env.SMTP_URL, from: env.MAIL_FROM }
        : null,
    sessionDays: env.SESSION_DAYS,
    clientHeader: toClientHeader(env),
  };
}

/** Why other people could use a server without accounts, and what to do; `null` where they could not. */
export function findAudienceProblem({ AUTH_URL, HOST, isHosted }: Env): string | null {
  if (AUTH_URL !== undefined || (isLoopbackHost(HOST) && !isHosted)) return null;
  return isHosted
    ? "Set AUTH_URL to the address that people open. It turns accounts on: without them, anyone could use this server from the internet."
    : `Set AUTH_URL to the address that people open, or use HOST=127.0.0.1. Without accounts, HOST=${HOST} would let anyone in.`;
}

function toProviders({
  AUTH_GOOGLE_ID,
  AUTH_GOOGLE_SECRET,
  OIDC_ISSUER,
  OIDC_CLIENT_ID,
  OIDC_CLIENT_SECRET,
  OIDC_NAME,
}: Env) {
  const hasGoogle = AUTH_GOOGLE_ID !== undefined && AUTH_GOOGLE_SECRET !== undefined;
  const hasOidc =
    OIDC_ISSUER !== undefined && OIDC_CLIENT_ID !== undefined && OIDC_CLIENT_SECRET !== undefined;
  return {
    google: hasGoogle ? { clientId: AUTH_GOOGLE_ID, clientSecret: AUTH_GOOGLE_SECRET } : null,
    oidc: hasOidc
      ? {
          issuer: OIDC_ISSUER,
          clientId: OIDC_CLIENT_ID,
          clientSecret: OIDC_CLIENT_SECRET,
          name: OIDC_NAME ?? "OpenID Connect",
        }
      : null,
  };
}
