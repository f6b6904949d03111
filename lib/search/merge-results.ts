import type { SearchResult } from "./engine";

/** The first list with what only the second one has after it. One page under two addresses is one result. */
export function mergeResults(
  first: readonly SearchResult[],
  second: readonly SearchResult[],
): SearchResult[] {
  const byPage = new Map<string, SearchResult>();
  for (const result of [...first, ...second]) {
    const page = toPageKey(result.url);
    if (!byPage.has(page)) byPage.set(page, result);
  }
  return [...byPage.values()];
}

/**
 * One key for the forms of one address: scheme, `www.`, the mobile site, a slash at the end, the fragment, the order of parameters
 * and those that only tell where a visitor came from do not make another page.
 */
export function toPageKey(address: string): string {
  const url = URL.parse(address);
  if (!url) return address;
  const host = url.host
    .replace(/^(www|m|mobile|amp)\.(?=[^.]+\.)/, "")
    .replace(/\.m\.(?=[^.]+\.[^.]+$)/, ".");
  const parameters = [...url.searchParams].filter(([name]) => !tracking.test(name)).sort(byText);
  const query = parameters.length === 0 ? "" : `?${new URLSearchParams(parameters)}`;
  return `${host}${url.pathname.replace(/\/+$/, "")}${query}`;
}

/** What advertising networks, newsletters and the like add to addresses. */
const tracking =
  /^(utm_\w+|gclid|gbraid|wbraid|dclid|fbclid|msclkid|yclid|twclid|igshid|mc_[ce]id|_hsenc|_hsmi|mkt_tok|srsltid|ref_src)$/i;

function byText([a]: [string, string], [b]: [string, string]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
