import { z } from "zod";
import { AppError } from "@/lib/errors";
import type { FetchedPage, GuardedFetch } from "./guarded-fetch";
import type { SizeLimit } from "./size-limit";

/** The Wayback Machine's answer of availability (archive.org/help/wayback_api.php, read in November 2026). */
const availabilitySchema = z.object({
  archived_snapshots: z.object({
    closest: z
      .object({
        available: z.boolean(),
        url: z.url({ protocol: /^https?$/ }),
        timestamp: z.string().regex(/^\d{14}$/),
        status: z.string(),
      })
      .optional(),
  }),
});

export type ArchivedPage = { page: FetchedPage; /** ISO 8601. */ archivedAt: string };
type ArchiveOptions = { fetch: GuardedFetch; signal: AbortSignal; maxBytes: number | SizeLimit };

/**
 * The latest copy of a page in an archive with the Wayback Machine's interface, as served (`id_`), without
 * additions. The archive sees the address. Throws `not_found` without a copy, and what the fetch throws.
 */
export async function readFromArchive(
  baseUrl: string,
  url: string,
  { fetch, signal, maxBytes }: ArchiveOptions,
): Promise<ArchivedPage> {
  const base = baseUrl.replace(/(?<!\/)\/+$/, "");
  const answer = await fetch(`${base}/wayback/available?url=${encodeURIComponent(url)}`, {
    signal,
    accept: "application/json",
    maxBytes: 64 * 1024,
  });
  const { closest } = parseAvailability(answer, base);
  if (!closest?.available || !closest.status.startsWith("2"))
    throw new AppError("not_found", "The web archive holds no copy of this page.");
  const page = await fetch(toRawForm(closest.url, base), { signal, maxBytes });
  return { page, archivedAt: toIso(closest.timestamp) };
}

function parseAvailability({ bytes }: FetchedPage, base: string) {
  try {
    return availabilitySchema.parse(JSON.parse(new TextDecoder().decode(bytes))).archived_snapshots;
  } catch (cause) {
    throw new AppError(
      "page_unavailable",
      `${new URL(base).host} gave an answer that cannot be understood.`,
      { cause },
    );
  }
}

/** Copies are named by `http`; elsewhere than at the configured address the safe form is asked. */
function toRawForm(address: string, base: string): string {
  const raw = address.replace(/\/web\/(\d{14})(?:[a-z]{2}_)?\//, "/web/$1id_/");
  return new URL(raw).host === new URL(base).host ? raw : raw.replace(/^http:/, "https:");
}

function toIso(timestamp: string): string {
  const [, year = "", month = "", day = "", hours = "", minutes = "", seconds = ""] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(timestamp) ?? [];
  return `${year}-${month}-${day}T${hours}:${minutes}:${seconds}.000Z`;
}
