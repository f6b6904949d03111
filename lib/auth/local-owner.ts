import { AppError } from "@/lib/errors";
import type { Person } from "@/lib/data/people";
import type { Auth } from "./auth";

/** The one person of a server without sign-in. */
export const localOwner: Person = { id: "owner", name: "Owner", email: null, role: "admin" };

const loopbackNames = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** A server without sign-in: whoever reaches it by a loopback name is its owner. */
export function createLocalAuth(): Auth {
  return {
    mode: "owner",
    checkHost: (headers) => void authenticateLocal(headers),
    checkOrigin,
    identify: async (headers) => ({ person: authenticateLocal(headers), setCookies: [] }),
    signInOptions: async () => ({ google: false, oidc: null, mail: false, isFirstAccount: false }),
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

/**
 * Who asks, without sign-in: the owner, if the request names this machine by a loopback name.
 * A foreign `Host` (DNS rebinding) is `forbidden`, whoever sent it.
 */
export function authenticateLocal(headers: Headers): Person {
  const host = headers.get("host") ?? "";
  const name = host.replace(/:\d{1,5}$/, "");
  if (!isLoopbackHost(name))
    throw new AppError(
      "forbidden",
      "This server answers to its own machine only. Open it by 127.0.0.1 or localhost.",
    );
  return localOwner;
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
