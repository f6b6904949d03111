/** In the words that engines share: `words (site:a OR site:b)`, the words cut so that all fits. */
export function limitToSites(
  query: string,
  sites: readonly string[] = [],
  { characters, words }: { characters: number; words: number },
): string {
  const named = sites.map((site) => `site:${toDomain(site)}`);
  const [only = ""] = named;
  const limit = named.length > 1 ? `(${named.join(" OR ")})` : only;
  const room = limit === "" ? 0 : limit.length + 1;
  const some = query
    .trim()
    .split(/\s+/u)
    .slice(0, words - (limit === "" ? 0 : limit.split(" ").length))
    .join(" ");
  const kept = cutEncoded(some.slice(0, characters - room).toWellFormed(), mostEncoded);
  return limit === "" ? kept : `${kept} ${limit}`;
}

/** An address has room for 2,048 characters, of which a Chinese one takes nine. */
const mostEncoded = 1_400;

function cutEncoded(text: string, length: number): string {
  let room = length;
  const characters = Array.from(text);
  const end = characters.findIndex((character) => (room -= encodeURIComponent(character).length) < 0);
  return end === -1 ? text : characters.slice(0, end).join("");
}

/** `.gov` stands for the whole domain. */
export function toDomain(site: string): string {
  return site.replace(/^\./, "");
}

/** Whether a page is on one of the sites or below it. */
export function isOnSite(address: string, sites: readonly string[]): boolean {
  const host = URL.parse(address)?.hostname ?? "";
  return sites.map(toDomain).some((site) => host === site || host.endsWith(`.${site}`));
}
