import { judgeUrl } from "@/lib/net/judge-url";
import type { FoundPicture } from "./engine";
import { shorten, toPlainText } from "./plain-text";

/** A picture as an engine gives it; the first of its addresses that can be used is. */
export type PictureHit = {
  urls: readonly (string | null | undefined)[];
  title?: string | null | undefined;
  /** Where it stands; the picture's own address where the engine does not say. */
  pageUrl?: string | undefined;
};

const mostPictures = 12;
const maxTitle = 200;
const maxAddress = 2_048;

/** Plain and short titles; what is at no public web address is left out, and so are repetitions. */
export function toPictures(hits: readonly PictureHit[]): FoundPicture[] {
  const found = hits.flatMap(({ urls, title, pageUrl }) => {
    const [url] = urls.flatMap((address) => findPublic(address ?? "", pageUrl));
    const [page] = findPublic(pageUrl ?? url?.href ?? "");
    if (url === undefined || page === undefined) return [];
    const words = shorten(toPlainText(title ?? ""), maxTitle);
    return [{ url: url.href, title: words || page.host, pageUrl: page.href, site: page.host }];
  });
  return [...new Map(found.map((picture) => [picture.url, picture])).values()].slice(0, mostPictures);
}

/** Some engines leave out the scheme. */
function findPublic(address: string, base?: string): URL[] {
  const whole = address.startsWith("//") ? URL.parse(address, base ?? "https://x")?.href : address;
  const judged = judgeUrl(whole ?? "");
  return judged.allowed && judged.url.href.length <= maxAddress ? [judged.url] : [];
}
