import { AppError } from "@/lib/errors";
import type { Person } from "@/lib/data/people";
import type { Auth } from "./auth";

/** The one person of a server without sign-in. */
export const localOwner: Person = { id: "owner", name: "Owner", email: null, role: "admin" };

const loopbackNames = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** A server without sign-in: whoever reaches it by a loopback name is its owner. */
export function createLocalAuth(checkHost: Auth["checkHost"]): Auth {
  return {
    mode: "owner",
    checkHost,
    checkOrigin,
    async identify(headers) {
      checkHost(headers);
      return { person: localOwner, setCookies: [] };
    },
    signInOptions: async () => ({ google: false, oidc: null, mail: false, isFirstAccount: false }),
    ...{ findInvitation: async () => null, isResetGood: async () => false, findConfirming: async () => null },
    isStillAllowed: async () => true,
    handle: async () => {
      throw new AppError("not_found", "This server has no accounts.");
    },
  };
}

/** Whether a `HOST` to listen on can be reached from this machine only. */
export function isLoopbackHost(host: string): boolean {
  return loopbackNames.has(host) || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Refuses a change that a page of another site asks for. Programs that send no `Origin` are no browsers. */
export function checkOrigin(headers: Headers): void {
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  const isForeign =
    origin === null ? site === "cross-site" || site === "same-site" : toHost(origin) !== headers.get("host");
  if (isForeign) throw new AppError("forbidden", "This request comes from another site.");
}

function toHost(origin: string): string | null {
  try {
    return new URL(origin).host;
  } catch {
    return null;
  }
}
