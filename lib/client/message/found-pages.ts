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

type Link = { url: string; site: string; title: string };

/** Each page and document that the steps found, once; those that were opened come first. */
export function listFoundPages(steps: readonly TrailStep[]): FoundPage[] {
  const pages = new Map<string, FoundPage>();
  const put = (state: FoundPage["state"], { url, site, title }: Link) => {
    const known = pages.get(url);
    if (state === "found" && known !== undefined) return;
    pages.set(url, { url, site: known?.site ?? site, name: known?.name ?? (site || title), state });
  };
  for (const step of steps)
    if (step.kind === "tool") for (const [state, page] of listOfCall(step)) put(state, page);
  const all = [...pages.values()];
  return [...all.filter(({ state }) => state !== "found"), ...all.filter(({ state }) => state === "found")];
}

type ToolStep = Extract<TrailStep, { kind: "tool" }>;
type Met = [FoundPage["state"], Link];

const toFound = (url: string): Link => ({ url, site: toSite(url), title: url });

/** The addresses that a call reads; its input may still be growing. */
function listWanted(input: Exclude<ToolStep["part"], { type: "dynamic-tool" }>["input"]): string[] {
  return input !== undefined && "urls" in input ? (input.urls ?? []).flatMap((url) => url || []) : [];
}

function listOfCall(step: ToolStep): Met[] {
  const { part } = step;
  if (part.type === "dynamic-tool") return [];
  if (isRunning(step)) return listWanted(part.input).map((url) => ["reading", toFound(url)] satisfies Met);
  if (part.state !== "output-available" || !part.output.ok) return [];
  const { data } = part.output;
  const met = (state: FoundPage["state"], pages: readonly Link[]) => pages.map((page): Met => [state, page]);
  return [
    ...("results" in data ? met("found", data.results) : []),
    ...("pages" in data ? met("read", data.pages) : []),
    ...("failures" in data
      ? met(
          "refused",
          data.failures.map(({ url }) => toFound(url)),
        )
      : []),
    ...("passages" in data ? met("read", data.passages) : []),
    ...("source" in data ? met("read", [data.source]) : []),
  ];
}
