import { judgeUrl } from "@/lib/net/judge-url";
import type { SearchResult } from "./engine";
import { shorten, toPlainText } from "./plain-text";

/** A result as an engine gives it; its texts may be HTML and are anybody's. */
export type EngineHit = {
  title?: string | null | undefined;
  url: string;
  text?: string | null | undefined;
  date?: string | null | undefined;
};

const maxTitle = 200;
const maxSnippet = 600;

/** Plain and short texts, ISO dates; what is at no public web address is left out. */
export function toResults(hits: readonly EngineHit[], limit: number): SearchResult[] {
  return hits
    .flatMap((hit) => {
      const judged = judgeUrl(hit.url);
      return judged.allowed ? [toResult(hit, judged.url)] : [];
    })
    .slice(0, limit);
}

function toResult({ title, text, date }: EngineHit, url: URL): SearchResult {
  const publishedAt = findIsoDate(date);
  return {
    title: shorten(toPlainText(title ?? ""), maxTitle) || url.host,
    url: url.href,
    snippet: shorten(toPlainText(text ?? ""), maxSnippet),
    site: url.host,
    ...(publishedAt !== null && { publishedAt }),
  };
}

/** Without a time where none was given; times without a zone are taken for UTC. `null` for no date. */
export function findIsoDate(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? "";
  const iso =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i.exec(trimmed);
  if (iso)
    return toIso(
      iso[2] === undefined ? `${iso[1]}T00:00Z` : `${iso[1]}T${iso[2]}${iso[3] ?? "Z"}`,
      iso[2] !== undefined,
    );
  if (!/[a-z]{3}/i.test(trimmed) || !/\b\d{4}\b/.test(trimmed)) return null;
  const hasTime = /\d:\d{2}/.test(trimmed);
  const hasZone = /(GMT|UTC|Z|[+-]\d{4})$/.test(trimmed);
  return toIso(hasZone ? trimmed : `${trimmed} UTC`, hasTime);
}

/** Engines give 1970 and the like for pages whose date they do not know. */
const earliest = Date.UTC(1990, 0, 1);
const latest = Date.UTC(2100, 0, 1);

function toIso(text: string, hasTime: boolean): string | null {
  const time = Date.parse(text);
  if (!(time >= earliest && time < latest)) return null;
  const iso = new Date(time).toISOString();
  return hasTime ? iso : iso.slice(0, 10);
}
