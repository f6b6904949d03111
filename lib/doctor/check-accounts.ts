import type { Env } from "@/lib/env";
import type { Finding } from "./finding";

/** What signing in needs, by the environment alone. */
export function checkAccounts(env: Env): Finding[] {
  if (env.AUTH_URL === undefined) return [findOwnerMode(env)];
  return [
    findAddress(env.AUTH_URL, env),
    findAdmins(env),
    findSignUp(env),
    findGoogle(env.AUTH_URL, env),
    ...findClientAddress(env.AUTH_URL, env),
  ];
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

function findOwnerMode({ isHosted, HOST }: Env): Finding {
  if (!isHosted && loopback.test(HOST)) {
    return {
      check: "accounts",
      status: "missing",
      text: "AUTH_URL is not set: the server is one owner's and answers to this machine only",
    };
  }
  const where = isHosted ? "a hosting platform" : `HOST=${HOST}`;
  return {
    check: "accounts",
    status: "failed",
    text: `AUTH_URL is not set, and without accounts ${where} would let anybody in. Set it to the public address`,
  };
}

function findAddress(address: string, { isHosted }: Env): Finding {
  const { protocol, hostname } = new URL(address);
  const isHere = loopback.test(hostname);
  if (isHosted && isHere)
    return {
      check: "accounts",
      status: "failed",
      text: `AUTH_URL is ${address}, which nobody else can open. Set it to the public address`,
    };
  if (protocol === "https:" || isHere)
    return { check: "accounts", status: "ok", text: `people open ${address}` };
  return {
    check: "accounts",
    status: "failed",
    text: `AUTH_URL is ${address}: without https passwords and cookies can be read on the way`,
  };
}

function findAdmins({ ADMIN_EMAILS: admins = [], ...env }: Env): Finding {
  if (admins.length > 0 && !canProve(env)) {
    const text =
      "nothing here can prove the addresses of ADMIN_EMAILS, so the server's log shows a set-up link for each at every start; with SMTP_URL, AUTH_GOOGLE_ID or OIDC_ISSUER they sign up without it";
    return { check: "admins", status: "ok", text };
  }
  if (admins.length > 0) return { check: "admins", status: "ok", text: `${admins.length} in ADMIN_EMAILS` };
  return {
    check: "admins",
    status: "missing",
    text: "ADMIN_EMAILS is not set: the first account is the administrator's, so make it right after deploying",
  };
}

function findSignUp({ ALLOWED_EMAILS: allowed = [] }: Env): Finding {
  if (allowed.length > 0)
    return {
      check: "sign-up",
      status: "ok",
      text: `${allowed.length} addresses or domains in ALLOWED_EMAILS may sign up`,
    };
  return {
    check: "sign-up",
    status: "missing",
    text: "ALLOWED_EMAILS is not set: after the administrator people join by invitation",
  };
}

function findGoogle(address: string, { AUTH_GOOGLE_ID: id }: Env): Finding {
  if (id === undefined)
    return {
      check: "google",
      status: "missing",
      text: "AUTH_GOOGLE_ID is not set: nobody signs in with Google",
    };
  return {
    check: "google",
    status: "ok",
    text: `register this address with the client: ${toCallback(address, "google")}`,
  };
}

/** A mail or a provider shows whose an address is; who only types it could be anybody. */
function canProve({ SMTP_URL, AUTH_GOOGLE_ID, OIDC_ISSUER }: Partial<Env>): boolean {
  return [SMTP_URL, AUTH_GOOGLE_ID, OIDC_ISSUER].some((value) => value !== undefined);
}

/** By which failed sign-ins are counted; Vercel's own header is known. */
function findClientAddress(address: string, { CLIENT_ADDRESS_HEADER: header, isVercel }: Env): Finding[] {
  const check = "client address";
  if (header !== undefined) {
    const text = `read from the header ${header}, which the proxy in front must set itself`;
    return [{ check, status: "ok", text }];
  }
  if (isVercel) return [];
  const how = "Set it to the header that your proxy itself writes";
  const text = address.startsWith("https:")
    ? `CLIENT_ADDRESS_HEADER is not set, and an https address means a proxy in front: sign-ins count by the end of its X-Forwarded-For, without one by account alone. ${how}`
    : `CLIENT_ADDRESS_HEADER is not set: behind a proxy all people count as one address. ${how}`;
  return [{ check, status: "missing", text }];
}

/** Where a provider sends people back to. */
export function toCallback(address: string, provider: string): string {
  return `${address}/api/auth/callback/${provider}`;
}
