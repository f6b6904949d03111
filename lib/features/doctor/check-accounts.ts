import type { Env } from "@/lib/env";
import { findAudienceProblem } from "@/lib/features/accounts/accounts-config";
import { lookAt, type CheckOptions, type Finding } from "./finding";

/** What signing in needs, and, where it is to ask, whether the product answers at its address. */
export async function checkAccounts(env: Env, { isAsking, signal }: CheckOptions): Promise<Finding[]> {
  const [address, ...others] = listAccounts(env);
  if (env.AUTH_URL === undefined || address === undefined) return listAccounts(env);
  const isAsked = isAsking && address.status === "not asked";
  return [isAsked ? await askAddress(env.AUTH_URL, signal) : address, ...others];
}

/** The same by the environment alone. */
export function listAccounts(env: Env): Finding[] {
  if (env.AUTH_URL === undefined) return [findOwnerMode(env)];
  return [
    judgeAddress(env.AUTH_URL, env),
    findAdmins(env),
    findSignUp(env),
    findGoogle(env.AUTH_URL, env),
    ...findClientAddress(env.AUTH_URL, env),
  ];
}

function findOwnerMode(env: Env): Finding {
  const check = "accounts";
  const problem = findAudienceProblem(env);
  if (problem !== null) return { check, status: "failed", text: problem };
  const text = "AUTH_URL is not set, so there is one owner, who uses the server on this machine";
  return { check, status: "missing", text };
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

function judgeAddress(address: string, { isHosted }: Env): Finding {
  const check = "accounts";
  const { protocol, hostname } = new URL(address);
  const isHere = loopback.test(hostname);
  if (isHosted && isHere) {
    const text = `AUTH_URL is ${address}, which other people cannot open. Set it to the public address`;
    return { check, status: "failed", text };
  }
  if (protocol === "https:" || isHere) return { check, status: "not asked", text: `people open ${address}` };
  const text = `AUTH_URL is ${address}. Use https: without it, others can read passwords and cookies on the way`;
  return { check, status: "failed", text };
}

async function askAddress(address: string, signal: AbortSignal): Promise<Finding> {
  const answer = await lookAt(`${address}/api/auth/get-session`, "GET", signal);
  const isOurs = answer?.headers.get("content-type") === "application/problem+json";
  const text = isOurs
    ? `people open ${address}, and Sextant answers there`
    : `Sextant does not answer at ${address} yet. Ask again once it is deployed`;
  return { check: "accounts", status: isOurs ? "ok" : "missing", text };
}

function findAdmins({ ADMIN_EMAILS: admins = [], ...env }: Env): Finding {
  if (admins.length > 0 && !canProve(env)) {
    const text =
      "the server's log shows a set-up link for each of ADMIN_EMAILS at every start, because nothing else can prove an address. Set SMTP_URL, AUTH_GOOGLE_ID or OIDC_ISSUER to let them sign up without it";
    return { check: "admins", status: "ok", text };
  }
  if (admins.length > 0) return { check: "admins", status: "ok", text: `${admins.length} in ADMIN_EMAILS` };
  return {
    check: "admins",
    status: "missing",
    text: "ADMIN_EMAILS is not set, so the first account becomes the administrator. Create it right after deploying",
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
    text: "ALLOWED_EMAILS is not set, so everyone but the administrator joins by invitation",
  };
}

function findGoogle(address: string, { AUTH_GOOGLE_ID: id }: Env): Finding {
  if (id === undefined)
    return {
      check: "google",
      status: "missing",
      text: "AUTH_GOOGLE_ID is not set, so nobody can sign in with Google",
    };
  return {
    check: "google",
    status: "not asked",
    text: `register this redirect address with Google: ${toCallback(address, "google")}. The first sign-in shows whether Google accepts the client`,
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
    const text = `it is read from the header ${header}. Make sure that your proxy sets it and overwrites what clients send`;
    return [{ check, status: "not asked", text }];
  }
  if (isVercel) return [];
  const how = "Set it to the header that your proxy writes";
  const text = address.startsWith("https:")
    ? `CLIENT_ADDRESS_HEADER is not set, so failed sign-ins are counted by the last address in X-Forwarded-For, or by account alone. ${how}`
    : `CLIENT_ADDRESS_HEADER is not set, so behind a proxy everyone counts as one address. ${how}`;
  return [{ check, status: "missing", text }];
}

/** Where a provider sends people back to. */
export function toCallback(address: string, provider: string): string {
  return `${address}/api/auth/callback/${provider}`;
}
