import { AppError } from "@/lib/errors";

/** With accounts the server answers to its public name only: a rebound or guessed one gets nothing. */
export function checkSiteHost(url: string, headers: Headers): void {
  if (headers.get("host") === new URL(url).host) return;
  throw new AppError("forbidden", "This server answers under its own name only.");
}

/** Browsers send `Origin` with every change, so one that is missing is refused like a foreign one. */
export function checkSiteOrigin(url: string, headers: Headers): void {
  if (headers.get("origin") !== url) throw new AppError("forbidden", "This request comes from another site.");
}
