import { judgeUrl } from "@/lib/net/judge-url";
import type { SearchResult } from "./engine";
import { shorten, toPlainText } from "./plain-text";
import { findIsoDate } from "./published-at";

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
