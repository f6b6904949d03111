import { AppError } from "@/lib/errors";
import type { Person } from "@/lib/data/people";

/** The one person of a server without sign-in. */
export const localOwner: Person = { id: "owner", name: "Owner", role: "admin" };

const loopbackNames = new Set(["localhost", "127.0.0.1", "[::1]"]);

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
  if (!isLoopbackHost(name)) throw new AppError("forbidden", "This server answers to its own machine only. Open it by 127.0.0.1 or localhost.");
  return localOwner;
}

/** Refuses a change that a page of another site asks for. Programs that send no `Origin` are no browsers. */
export function checkOrigin(headers: Headers): void {
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  const isForeign = origin === null ? site === "cross-site" || site === "same-site" : toHost(origin) !== headers.get("host");
  if (isForeign) throw new AppError("forbidden", "This request comes from another site.");
}

function toHost(origin: string): string | null {
  try {
    return new URL(origin).host;
  } catch {
    return null;
  }
}
