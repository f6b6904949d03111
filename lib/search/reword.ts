import type { SearchQuery } from "./engine";
import { toKeywordAttempts } from "./keywords";

export type Rewording = { query: SearchQuery; note: string };

/**
 * What to ask when a question found nothing anywhere, in order: the same without quotes and operators, or with fewer and more
 * telling words where it has none; at last without the limits to sites and time. The note is true when that finds something.
 */
export function listRewordings(query: SearchQuery): Rewording[] {
  const words = findOtherWords(query.query);
  const reworded = words === null ? query : { ...query, query: words };
  const { sites, freshness, ...free } = reworded;
  const limits = [
    ...(sites === undefined || sites.length === 0 ? [] : [`on ${sites.join(", ")}`]),
    ...(freshness === undefined ? [] : [`from the last ${freshness}`]),
  ];
  const changed = words === null ? "" : ` and “${words}” was searched`;
  return [
    ...(words === null
      ? []
      : [
          {
            query: reworded,
            note: `Nothing was found for “${query.query}”; these are the results for “${words}”.`,
          },
        ]),
    ...(limits.length === 0
      ? []
      : [
          {
            query: free,
            note: `Nothing was found ${limits.join(" ")}; these results are not limited so${changed}.`,
          },
        ]),
  ];
}

function findOtherWords(text: string): string | null {
  const plain = dropOperators(text);
  const [all = "", fewer] = toKeywordAttempts(plain);
  const words = plain === text.trim() ? fewer : all;
  return words === undefined || words === "" || words === text.trim() ? null : words;
}

/** Quotes, `site:` and the like, excluded words, and the words and marks that join terms. */
function dropOperators(text: string): string {
  return text
    .replace(/(^|\s)-(?:"[^"]*"|\S+)/gu, " ")
    .replace(/(^|\s)\(?[a-z]{2,12}:(?:"[^"]*"|\S+)/gu, " ")
    .replace(/(^|\s)(AND|OR|NOT)(?=\s|$)/gu, " ")
    .replace(/["“”„«»()|+*]/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
}
