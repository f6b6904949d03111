import { createIndex } from "@/lib/language/bm25";
import { isStopWord, listWords } from "@/lib/language/words";
import {
  inLanguage,
  sayFailure,
  sayMissingTool,
  sayNothingFound,
  sayQuotes,
  saySearchFailed,
  writeTitles,
} from "./answers";
import type { Act, Language, Step } from "./answers";
import type { PromptReading, SeenCall } from "./prompt-reader";
import { pickQuotes, scoreWanted, type Wanted } from "./quotes";
import {
  findFailure,
  listFailures,
  parsePages,
  parseSearchHits,
  type ReadPage,
  type SearchHit,
} from "./tool-texts";

/** A best sentence with this share of the question's words is enough; with less, more is read first. */
const surelyCovered = 0.6;
/** With less than this share a sentence is no answer. */
const leastCovered = 0.3;
const mostReadings = 2;
const pagesAtOnce = 2;

/** Looks into documents where there are some, then on the web; asked again after every round of calls. */
export function lookUp(reading: PromptReading): Step {
  const { calls, given, language, offered, question } = reading;
  const wanted = toWanted(reading);
  const retrievals = calls.filter(({ tool }) => tool === "retrieve");
  const documents = [...given, ...retrievals.flatMap(({ output }) => parsePages(output ?? ""))];
  const told = pickQuotes(documents, wanted);
  if (isSure(told, documents, wanted)) return sayQuotes(told.quotes, language);
  if (retrievals.length === 0 && offered.has("retrieve")) {
    const query = `${wanted.lent} ${question}`.trim().slice(0, 1_000);
    const thought = inLanguage(language, "I look into the documents.", "我先查文档。");
    const retrieval: Act = { kind: "act", thought, calls: [{ tool: "retrieve", input: { query } }] };
    if (!isShortOfRounds(reading)) return retrieval;
    return joinCalls(retrieval, searchFor(listQueries(wanted), language));
  }
  // What a person's documents tell a little of is more than nothing; the handbook is about itself alone.
  const isSpare = told.covered >= (isOfHandbook(told, documents) ? surelyCovered : leastCovered);
  if (isSpare && (given.length > 0 || isWebDown(calls))) return sayQuotes(told.quotes, language);
  const found = searchWeb(reading, wanted);
  return found.kind === "nothing" && isSpare ? sayQuotes(told.quotes, language) : found.step;
}

/** Documents, search and pages would each want a round of their own: the first two go together then. */
function isShortOfRounds({ calls, offered, rounds }: PromptReading): boolean {
  return rounds !== null && rounds < 3 && calls.length === 0 && offered.has("web_search");
}

function joinCalls(first: Act, second: Act): Act {
  const thought = `${first.thought} ${second.thought}`;
  return { kind: "act", thought, calls: [...first.calls, ...second.calls] };
}

/** Other words would fail alike. */
function isWebDown(calls: readonly SeenCall[]): boolean {
  const searches = calls.filter(({ tool }) => tool === "web_search");
  return (
    searches.length > 0 && searches.every(({ output }) => findFailure(output ?? "ERROR(error):") !== null)
  );
}

/** A question of one word alone may be about anything, so the handbook answers it last. */
function isSure(told: Told, documents: readonly ReadPage[], { own }: Wanted): boolean {
  return isOfHandbook(told, documents)
    ? told.covered >= surelyTold && own.includes(" ")
    : told.covered >= surelyCovered;
}

function isOfHandbook({ quotes }: Told, documents: readonly ReadPage[]): boolean {
  return quotes.every(({ number }) =>
    documents.some((page) => page.number === number && page.collection === handbook),
  );
}

type Told = ReturnType<typeof pickQuotes>;
const handbook = "Handbook";
/** Everything of a question, nearly, stands in what the handbook says on it. */
const surelyTold = 0.9;

type Found = { kind: "something" | "nothing"; step: Step };
const something = (step: Step): Found => ({ kind: "something", step });
const nothing = (step: Step): Found => ({ kind: "nothing", step });

/** Searches, reads the best pages, and quotes what fits. */
function searchWeb(reading: PromptReading, wanted: Wanted): Found {
  const { calls, language, offered } = reading;
  const searches = calls.filter(({ tool }) => tool === "web_search");
  const fetches = calls.filter(({ tool }) => tool === "web_fetch");
  if (searches.length === 0)
    return offered.has("web_search")
      ? something(searchFor(listQueries(wanted), language))
      : nothing(sayMissingTool("web_search", reading));
  const hits = rankHits(searches, wanted);
  const pages = listPages(fetches, hits);
  const { quotes, covered } = pickQuotes(pages, wanted);
  if (covered < surelyCovered && fetches.length < mostReadings) {
    const read = new Set(fetches.flatMap(({ input }) => (Array.isArray(input.urls) ? input.urls : [])));
    const open = hits.filter(({ url }) => !read.has(url));
    const next = open.slice(0, pagesAtOnce);
    if (next.length > 0 && offered.has("web_fetch")) {
      const titles = writeTitles(next, language);
      const thought = inLanguage(language, `I read ${titles}.`, `我来读${titles}。`);
      const query = `${wanted.lent} ${reading.question}`.trim();
      return something(
        fetchPages(
          next.map(({ url }) => url),
          query,
          thought,
        ),
      );
    }
    const words = listSingleWords(wanted, searches);
    if (words.length > 0 && offered.has("web_search")) return something(searchFor(words, language));
  }
  if (covered >= leastCovered) return something(sayQuotes(quotes, language));
  const [failure] = listFailures(hits.length === 0 ? searches : fetches);
  if (hits.length === 0 && failure !== undefined) return nothing(saySearchFailed(language));
  if (hits.length > 0 && pages.length === 0) return something(quoteSnippets(hits, failure, reading));
  const queries = searches.flatMap(({ input }) => (typeof input.query === "string" ? [input.query] : []));
  return nothing(sayNothingFound({ queries, pages }, language));
}

export const addressPattern = /https?:\/\/[^\s<>"'，。；）)]+/gu;

/** An address in the message is read, and the rest of the message is asked of that page. */
export function readAddresses(urls: readonly string[], reading: PromptReading): Step {
  const { calls, language, offered, question } = reading;
  const asked = question.replaceAll(addressPattern, " ").trim();
  const fetches = calls.filter(({ tool }) => tool === "web_fetch");
  if (fetches.length === 0 && !offered.has("web_fetch")) return sayMissingTool("web_fetch", reading);
  if (fetches.length === 0) return fetchPages(urls, asked || urls.join(" "), "");
  const pages = listPages(fetches, []);
  const [failure] = listFailures(fetches);
  if (pages.length === 0 && failure !== undefined) return sayFailure("web_fetch", failure, language);
  const titles = pages.map(({ title }) => title).join(" ");
  const { quotes } = pickQuotes(pages, { own: toKeywords(asked), lent: titles });
  return quotes.length > 0 ? sayQuotes(quotes, language) : sayNothingFound({ queries: [], pages }, language);
}

/**
 * The words of a text that are no function words, as searched for; empty when there are none. Chinese
 * characters that the dictionary leaves single are joined where they stand together, as in a name.
 */
export function toKeywords(text: string): string {
  const words = listWords(text).filter((word) => !isStopWord(word.text));
  return words.reduce((keywords, word, index) => {
    const before = words[index - 1];
    const isOneName = before?.end === word.start && [before, word].every((one) => singleHan.test(one.text));
    return `${keywords}${isOneName || index === 0 ? "" : " "}${word.text.replace(/['’]s$/u, "")}`;
  }, "");
}

const singleHan = /^\p{Script=Han}$/u;

/** A question with fewer than three words of its own takes those of the question before it along. */
function toWanted({ question, earlier }: PromptReading): Wanted {
  const own = toKeywords(question);
  const before = earlier.map((exchange) => toKeywords(exchange.question)).findLast((words) => words !== "");
  return { own, lent: own.split(" ").length < 3 ? (before ?? "") : "" };
}

/** With borrowed words both are searched for, since the short question may be about something new. */
function listQueries({ own, lent }: Wanted): string[] {
  return [...new Set([`${lent} ${own}`.trim(), own])].map((query) => query.slice(0, 300));
}

/** A question's longest words, each for its own search, when all together have brought too little. */
function listSingleWords({ own, lent }: Wanted, searches: readonly SeenCall[]): string[] {
  const words = [...new Set(`${own} ${lent}`.split(" "))].filter((word) => word.length > 1);
  const asked = new Set(searches.map(({ input }) => input.query));
  if (isWebDown(searches) || words.some((word) => asked.has(word))) return [];
  return words.toSorted((a, b) => b.length - a.length).slice(0, 3);
}

function searchFor(queries: readonly string[], language: Language): Act {
  const quoted = queries.map((query) => `“${query}”`);
  return {
    kind: "act",
    thought: inLanguage(language, `I search for ${quoted.join(" and ")}.`, `我搜索${quoted.join("和")}。`),
    calls: queries.map((query) => ({ tool: "web_search", input: { query } })),
  };
}

/** All searches' results, those first whose title and snippet fit best by BM25; the title counts twice. */
function rankHits(searches: readonly SeenCall[], wanted: Wanted): SearchHit[] {
  const found = searches.flatMap(({ output }) => parseSearchHits(output ?? ""));
  const hits = [...new Map(found.map((hit) => [hit.url, hit])).values()];
  const index = createIndex(hits.map(({ title, snippet }) => `${title} ${title} ${snippet}`));
  const scores = scoreWanted(index, wanted);
  const order = [...hits.keys()].toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  return order.flatMap((at) => hits[at] ?? []);
}

function fetchPages(urls: readonly string[], query: string, thought: string): Step {
  const input = { urls, query: query.slice(0, 400), detail: "full" };
  return { kind: "act", thought, calls: [{ tool: "web_fetch", input }] };
}

/** The read pages under their results' titles: a page's own often has the site's name behind it. */
function listPages(fetches: readonly SeenCall[], hits: readonly SearchHit[]): ReadPage[] {
  return fetches
    .flatMap(({ output }) => parsePages(output ?? ""))
    .map((page) => ({ ...page, title: hits.find((hit) => hit.number === page.number)?.title ?? page.title }));
}

/** No page could be read: says why, and quotes what the results themselves show. */
function quoteSnippets(
  hits: readonly SearchHit[],
  failure: string | undefined,
  reading: PromptReading,
): Step {
  const { language } = reading;
  const unread =
    failure === undefined ? sayMissingTool("web_fetch", reading) : sayFailure("web_fetch", failure, language);
  const snippets = hits.map((hit) => ({ ...hit, passages: [{ heading: "", text: hit.snippet }] }));
  const { quotes, covered } = pickQuotes(snippets, toWanted(reading));
  const shown = covered < leastCovered ? "" : `\n\n${sayQuotes(quotes, language).text}`;
  return { ...unread, text: `${unread.text}${shown}` };
}
