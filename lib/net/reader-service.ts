import type { GuardedFetch } from "./guarded-fetch";

/** What the service wrote of a page, as a document to be read. */
export type ReaderAnswer = {
  bytes: Uint8Array;
  contentType: string;
  title?: string;
  publishedAt?: string;
  headers: Record<string, string>;
};

type ReaderOptions = { fetch: GuardedFetch; signal: AbortSignal; maxBytes: number };

/**
 * Lets a reader service read a page: its address with the page's behind it, encoded. The service sees which
 * pages people ask about. Throws what the fetch throws.
 */
export async function readByService(
  baseUrl: string,
  url: string,
  { fetch, signal, maxBytes }: ReaderOptions,
): Promise<ReaderAnswer> {
  const address = `${baseUrl.endsWith("/") || baseUrl.endsWith("=") ? baseUrl : `${baseUrl}/`}${encodeURIComponent(url)}`;
  const { bytes, contentType, headers } = await fetch(address, {
    signal,
    maxBytes,
    accept: "text/markdown, text/plain;q=0.9, text/html;q=0.8",
  });
  if (/html|json/i.test(contentType)) return { bytes, contentType, headers };
  return {
    ...splitHead(new TextDecoder().decode(bytes)),
    contentType: "text/markdown; charset=utf-8",
    headers,
  };
}

/** Some services begin with `Title:`, `URL Source:`, `Published Time:` and `Markdown Content:` lines. */
function splitHead(text: string): { bytes: Uint8Array; title?: string; publishedAt?: string } {
  const found =
    /^(?:(?:Title|URL Source|Published Time|Warning|Number of Pages): .*\n\s*){1,8}Markdown Content:\n/.exec(
      text,
    );
  if (!found) return { bytes: new TextEncoder().encode(text) };
  const title = /^Title: (.+)$/m.exec(found[0])?.[1]?.trim();
  const published = Date.parse(/^Published Time: (.+)$/m.exec(found[0])?.[1] ?? "");
  return {
    bytes: new TextEncoder().encode(text.slice(found[0].length)),
    ...(title === undefined ? {} : { title }),
    ...(Number.isNaN(published) ? {} : { publishedAt: new Date(published).toISOString() }),
  };
}
