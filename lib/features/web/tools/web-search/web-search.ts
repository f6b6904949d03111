import { AppError } from "@/lib/errors";
import type { ToolInputs } from "@/lib/protocol/tools";
import type { Focus, SearchQuery } from "@/lib/features/web/search/engine";
import type { EngineChoice } from "@/lib/protocol/tool-traits";
import { isOnSite } from "@/lib/features/web/search/site-limit";
import type { SearchAnswer } from "@/lib/features/web/search/search";
import { toOneLine } from "@/lib/language/fence";
import { defaultTimeLimitMs, type ToolContext, type ToolDefinition } from "@/lib/engine/tools/tool";
import { webSearchInputSchema, type sourceCategories, type WebSearchOutput } from "./schema";

export type WebSearch = { search(request: SearchQuery, engines?: EngineChoice): Promise<SearchAnswer> };

const resultLimit = 5;

/** The sites that a search of a category prefers; an entry that begins with a dot is a whole domain. */
export const categorySites: Record<(typeof sourceCategories)[number], readonly string[]> = {
  encyclopedia: ["wikipedia.org", "britannica.com"],
  programming: ["stackoverflow.com", "github.com", "developer.mozilla.org"],
  academic: ["arxiv.org", "scholar.google.com", "ncbi.nlm.nih.gov"],
  government: [".gov", "who.int", "un.org"],
  finance: ["reuters.com", "bloomberg.com", "sec.gov"],
  tech: ["techcrunch.com", "arstechnica.com", "wired.com"],
  reference: ["wikipedia.org", "britannica.com", "merriam-webster.com"],
  news: ["reuters.com", "apnews.com", "bbc.com"],
  health: ["who.int", "nih.gov", "mayoclinic.org"],
  legal: ["law.cornell.edu", "eur-lex.europa.eu", "justia.com"],
  sports: ["espn.com", "bbc.com", "olympics.com"],
};

export function createWebSearch(engine: WebSearch): ToolDefinition<"web_search"> {
  return {
    name: "web_search",
    version: "1.2",
    capability: "web",
    searches: "web",
    helpers: ["researcher", "fact-checker"],
    guide: {
      kind: "rule",
      text: "After web_search read the promising pages with web_fetch before you rely on them; a snippet is not a source.",
    },
    stage: "searching_web",
    description: `Searches the web and gives up to ${resultLimit} numbered results with title, address, site, date where known, and a snippet.
Use it for anything that may have changed, for facts that need a source, and for what you do not know for sure.
Do not use it for timeless knowledge you are sure of, creative writing, arithmetic, the time, or what the person told you.
Give a few search words in the language of the best sources, not a sentence; one question per call, several calls at once for several questions.
Snippets are only hints: read the promising pages with web_fetch before relying on them. Cite results as [number].`,
    input: webSearchInputSchema,
    origin: "stranger",
    approval: "when-untrusted",
    effect: "none",
    limits: { timeMs: defaultTimeLimitMs },
    sentences: { foundResults: "Found {count} results for “{query}”." },
    request: {
      reason: "query",
      read: ({ query, targetInfo = [] }) => ({
        reason: "query",
        query: toPlainQuery(query),
        details: targetInfo.map(toPlainQuery),
      }),
    },
    citations: ({ results }) => results.map((result) => ({ ...result, kind: "listed" })),
    texts: ({ results }) =>
      results.map(({ url, title, snippet }) => ({ origin: "result", url, text: `${title}\n${snippet}` })),
    async execute(input, context) {
      const { query } = input;
      context.report({
        stage: "searching_web",
        status: "started",
        message: `Searching for “${query}”.`,
        details: { query },
      });
      const answer = await engine.search(toRequest(input, context), context.engines);
      const { text, data } = await keepResults(query, answer, context);
      return {
        text,
        summary: { key: "foundResults", values: { count: data.results.length, query } },
        data,
        costMicroUsd: answer.costMicroUsd,
      };
    },
  };
}

/**
 * Without what no search needs and a message could hide in: pictures, braille, invisible and combining
 * characters.
 */
function toPlainQuery(query: string): string {
  return query
    .normalize("NFKC")
    .replace(/[^\p{L}\p{M}\p{N}\p{P}\p{Sm}\p{Sc}\s]+/gu, " ")
    .replace(/(\p{M}{2})\p{M}+/gu, "$1")
    .replace(/\s+/g, " ")
    .trim();
}

function toRequest(
  { query, sourceCategory, freshness, targetInfo, pictures }: ToolInputs["web_search"],
  { language, focus, signal }: ToolContext,
): SearchQuery {
  const plain = toPlainQuery(query);
  if (plain === "") throw new AppError("invalid_request", "The query has no words.");
  const topic = sourceCategory === "news" || sourceCategory === "finance" ? sourceCategory : undefined;
  return {
    query: plain,
    limit: resultLimit,
    ...toSites(sourceCategory === undefined ? [] : categorySites[sourceCategory], focus),
    ...(focus !== undefined && { focus }),
    ...(topic !== undefined && { topic }),
    ...(freshness !== undefined && { freshness }),
    ...(targetInfo !== undefined && targetInfo.length > 0 && { targetInfo: targetInfo.map(toPlainQuery) }),
    ...(pictures === true && { pictures }),
    language: language.split("-")[0] ?? "en",
    signal,
  };
}

/** A site that the person named is the only one, whatever sites the model prefers. */
function toSites(preferred: readonly string[], focus: Focus | undefined): Pick<SearchQuery, "sites"> {
  if (focus?.kind !== "site") return preferred.length === 0 ? {} : { sites: preferred };
  const inside = preferred.filter((site) => isOnSite(`https://${site}`, [focus.site]));
  return { sites: inside.length === 0 ? [focus.site] : inside };
}

/** So that the model knows why it finds no more. */
function describeFocus(focus: Focus | undefined): string[] {
  if (focus === undefined) return [];
  const where = focus.kind === "site" ? focus.site : `${focus.kind} results`;
  return [`The person limits web search to ${where}; nothing else was searched.`];
}

/** Their titles are a stranger's and tell the model nothing that it needs. */
function describePictures(pictures: readonly unknown[]): string[] {
  return pictures.length === 0 ? [] : ["Pictures that this search found are shown below your answer."];
}

async function keepResults(
  query: string,
  answer: SearchAnswer,
  { ledger, focus }: ToolContext,
): Promise<{ text: string; data: WebSearchOutput }> {
  // At once: the ledger numbers them in this order, in one change.
  const results = await Promise.all(
    answer.results.slice(0, resultLimit).map(async ({ title, url, snippet, site, publishedAt }) => {
      const source = await ledger.cite({
        title: toOneLine(title),
        url,
        site: toOneLine(site),
        ...(publishedAt === undefined ? {} : { publishedAt }),
      });
      return { ...source, snippet: toOneLine(snippet) };
    }),
  );
  const notes = [
    ...answer.notes,
    ...answer.failed.map(({ engine, message }) =>
      message.startsWith(engine) ? message : `${engine} did not answer: ${message}`,
    ),
  ];
  const { served, failed } = answer;
  const pictures = answer.pictures?.map((found) => ({ ...found, title: toOneLine(found.title) })) ?? [];
  const who = served.length > 1 ? served.join(" and ") : answer.engine;
  const text = writeResults(query, who, results, [
    ...describeFocus(focus),
    ...notes,
    ...describePictures(pictures),
  ]);
  const shown = pictures.length === 0 ? {} : { pictures };
  const data = { engine: answer.engine, results, notes, served, failed, ...shown };
  if (results.length === 0) return { text, data };
  const evidenceId = await ledger.keep({ kind: "search", title: query, site: answer.engine, text, query });
  return {
    text,
    data: { ...data, results: results.map((result) => ({ ...result, evidenceId })) },
  };
}

function writeResults(
  query: string,
  engine: string,
  results: WebSearchOutput["results"],
  notes: string[],
): string {
  const head =
    results.length === 0
      ? `Found nothing for "${query}" with ${engine}. Try fewer or other words, or another language.`
      : `Found ${results.length} ${results.length === 1 ? "result" : "results"} for "${query}" with ${engine}.`;
  const entries = results.map(({ number, title, url, site, publishedAt, snippet }) => {
    const lines = [
      `[${number}] ${title}`,
      url,
      publishedAt === undefined ? site : `${site} · ${publishedAt.slice(0, 10)}`,
      snippet,
    ];
    return lines.join("\n");
  });
  return [
    [head, ...entries.slice(0, 1)].join("\n"),
    ...entries.slice(1),
    ...notes.map((note) => `Note: ${note}`),
  ].join("\n\n");
}
