import { AppError } from "@/lib/errors";

/** Browsers send `Origin` with every change, so one that is missing is refused like a foreign one. */
export function checkSiteOrigin(url: string, headers: Headers): void {
  if (headers.get("origin") !== url) throw new AppError("forbidden", "This request comes from another site.");
}
