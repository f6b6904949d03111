import type { TrailStep } from "./read-turn";
import { toSite } from "./sources";
import { isRunning } from "./summarize-trail";

/** `name`: the site, or the title of a document, which has none. */
export type FoundPage = {
  url: string;
  site: string;
  name: string;
  state: "found" | "reading" | "read" | "refused";
};

type Found = { url: string; site: string; title: string };

/** Each page and document that the steps found, once; those that were opened come first. */
export function listFoundPages(steps: readonly TrailStep[]): FoundPage[] {
  const pages = new Map<string, FoundPage>();
  const put = (state: FoundPage["state"], { url, site, title }: Found) => {
    const known = pages.get(url);
    if (state === "found" && known !== undefined) return;
    pages.set(url, { url, site: known?.site ?? site, name: known?.name ?? (site || title), state });
  };
  const toFound = (url: string): Found => ({ url, site: toSite(url), title: url });
  for (const step of steps) {
    if (step.kind !== "tool" || step.part.type === "dynamic-tool") continue;
    const { part } = step;
    if (part.type === "tool-web_fetch" && isRunning(step))
      for (const url of part.input?.urls ?? []) if (url !== undefined) put("reading", toFound(url));
    if (part.state !== "output-available" || !part.output.ok) continue;
    const { data } = part.output;
    if ("results" in data) data.results.forEach((page) => put("found", page));
    if ("pages" in data) data.pages.forEach((page) => put("read", page));
    if ("failures" in data) data.failures.forEach(({ url }) => put("refused", toFound(url)));
    if ("passages" in data) data.passages.forEach((passage) => put("read", passage));
    if ("source" in data) put("read", data.source);
  }
  const all = [...pages.values()];
  return [...all.filter(({ state }) => state !== "found"), ...all.filter(({ state }) => state === "found")];
}
