import type { AccountsOptions } from "@/lib/auth/accounts-options";
import { clientAddressHeader } from "@/lib/auth/client-address";
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
    clientHeader: env.CLIENT_ADDRESS_HEADER ?? (env.isVercel ? "x-real-ip" : clientAddressHeader),
  };
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
