import { createIndex } from "@/lib/language/bm25";
import { toQueryTokens } from "@/lib/language/tokens";
import { isStopWord, listWords } from "@/lib/language/words";
import {
  inLanguage,
  sayFacts,
  sayFailure,
  sayMissingTool,
  sayNeedsModel,
  sayNothingIn,
  sayQuotes,
  writeTitles,
} from "./answers";
import type { GuideAct, GuideAnswer, Language, GuideStep } from "./answers";
import { findFacts } from "./facts";
import type { PromptReading, SeenCall } from "./prompt-reader";
import { pickQuotes, scoreWanted, type Wanted } from "./quotes";
import {
  findFailure,
  listFailures,
  parsePages,
  parseSearchHits,
  type TextPage,
  type SearchHit,
} from "./tool-texts";

/**
 * How much of a question, by weight, a sentence has to have with its headings. All of it where the handbook
 * is asked, which nobody chose for this question; less where a person chose the files or the page.
 */
const shares = { handbook: 0.99, sure: 0.45, web: 0.2, files: 0.3, page: 0.1 };
const mostReadings = 2;
const pagesAtOnce = 2;

/** What is known of the person, the conversation's files alone, or handbook, collections and the web. */
export function lookUp(reading: PromptReading): GuideStep {
  const { facts, files, given, language } = reading;
  const wanted = toWanted(reading);
  if (given.length + files.searchable.length + files.unread.length > 0) return lookIntoFiles(reading, wanted);
  const known = findFacts(facts, wanted.own);
  return known.length > 0 ? sayFacts(known, language) : lookAround(reading, wanted);
}

/** Asked again after the call; the files of earlier questions count as those of this one. */
function lookIntoFiles(reading: PromptReading, wanted: Wanted): GuideStep {
  const { calls, files, given, language, offered } = reading;
  const { searchable, unread } = files;
  const retrievals = calls.filter(({ tool }) => tool === "retrieve");
  const found = retrievals.flatMap(({ output }) => parsePages(output ?? ""));
  const pages = [...given, ...found].filter(({ collection }) => collection !== handbook);
  const quotes = pickQuotes(pages, wanted, { least: shares.files });
  if (quotes.length > 0) return sayQuotes(quotes, language);
  const isAllGiven = given.length > 0 && given.length === searchable.length;
  if (retrievals.length === 0 && offered.has("retrieve") && searchable.length > 0 && !isAllGiven)
    return retrieveFor(
      wanted,
      reading,
      searchable.length === 1 ? { collection: searchable[0] } : { topK: 20 },
    );
  const named = searchable.length > 0 ? searchable : given.map(({ title }) => title);
  return sayNothingIn({ named, unread }, language);
}

function retrieveFor({ lent }: Wanted, { language, question }: PromptReading, where = {}): GuideAct {
  const query = `${lent} ${question}`.trim().slice(0, 1_000);
  const thought = inLanguage(language, "I look into the documents.", "我先查文档。");
  return { kind: "act", thought, calls: [{ tool: "retrieve", input: { query, ...where } }] };
}

/** Looks into the handbook and collections, then on the web; asked again after every step with calls. */
function lookAround(reading: PromptReading, wanted: Wanted): GuideStep {
  const { calls, language, offered } = reading;
  const retrievals = calls.filter(({ tool }) => tool === "retrieve");
  const documents = retrievals.flatMap(({ output }) => parsePages(output ?? ""));
  const own = documents.filter(({ collection }) => collection !== handbook);
  const sure = pickQuotes(own, wanted, { least: shares.sure });
  const told =
    sure.length > 0 ? sure : pickQuotes(listHandbook(documents, wanted), wanted, { least: shares.handbook });
  if (told.length > 0) return sayQuotes(told, language);
  if (retrievals.length === 0 && offered.has("retrieve")) {
    const retrieval = retrieveFor(wanted, reading);
    if (!isShortOfSteps(reading)) return retrieval;
    return joinCalls(retrieval, searchFor(listQueries(wanted), language));
  }
  const step = searchWeb(reading, wanted);
  if (step.kind === "act" || step.isUnanswered !== true) return step;
  const spare = pickQuotes(own, wanted, { least: shares.files });
  return spare.length > 0 ? sayQuotes(spare, language) : step;
}

const handbook = "Handbook";

/** A question of one word alone may be about anything: only a section that is called so answers it. */
function listHandbook(documents: readonly TextPage[], { own, lent }: Wanted): TextPage[] {
  const asked = `${lent} ${own}`.trim();
  const isNamed = (heading: string) => sameWords(heading.split(" › ").at(-1) ?? "", asked);
  return documents
    .filter(({ collection }) => collection === handbook)
    .map((page) => ({
      ...page,
      passages: page.passages.filter(({ heading }) => asked.includes(" ") || isNamed(heading)),
    }));
}

function sameWords(one: string, other: string): boolean {
  return toQueryTokens(one).join(" ") === toQueryTokens(other).join(" ");
}

/** Documents, search and pages would each want a step of their own: the first two go together then. */
function isShortOfSteps({ calls, offered, stepLimit }: PromptReading): boolean {
  return stepLimit !== null && stepLimit < 3 && calls.length === 0 && offered.has("web_search");
}

function joinCalls(first: GuideAct, second: GuideAct): GuideAct {
  const thought = `${first.thought} ${second.thought}`;
  return { kind: "act", thought, calls: [...first.calls, ...second.calls] };
}

/** Other words would fail alike. */
function isWebDown(searches: readonly SeenCall[]): boolean {
  return (
    searches.length > 0 && searches.every(({ output }) => findFailure(output ?? "ERROR(error):") !== null)
  );
}

/** Searches, reads the best pages, and quotes what fits. */
function searchWeb(reading: PromptReading, wanted: Wanted): GuideStep {
  const { calls, language, offered } = reading;
  const searches = calls.filter(({ tool }) => tool === "web_search");
  const fetches = calls.filter(({ tool }) => tool === "web_fetch");
  if (searches.length === 0 && offered.has("web_search")) return searchFor(listQueries(wanted), language);
  if (searches.length === 0 && reading.isClosed) return sayMissingTool("web_search", reading);
  if (searches.length === 0)
    return sayNeedsModel(language, inLanguage(language, "Web search is switched off.", "网页搜索已关闭。"));
  const hits = rankHits(searches, wanted);
  const pages = listPages(fetches, hits);
  const sure = pickQuotes(pages, wanted, { least: shares.sure, leastNext: shares.web });
  if (sure.length > 0) return sayQuotes(sure, language);
  const next = findNextCalls(reading, wanted, hits);
  if (next !== null) return next;
  const quotes = pickQuotes(pages, wanted, { least: shares.web });
  if (quotes.length > 0) return sayQuotes(quotes, language);
  const [failure] = listFailures(hits.length === 0 ? searches : fetches);
  if (hits.length === 0 && failure !== undefined)
    return sayNeedsModel(language, toReason(searches, failure, language));
  if (hits.length > 0 && pages.length === 0) return quoteSnippets(hits, failure, reading);
  return sayNeedsModel(language);
}

/** Pages that were found and not read, else searches for single words; `null` where enough was tried. */
function findNextCalls(reading: PromptReading, wanted: Wanted, hits: readonly SearchHit[]): GuideAct | null {
  const { calls, language, offered, question } = reading;
  const fetches = calls.filter(({ tool }) => tool === "web_fetch");
  if (fetches.length >= mostReadings) return null;
  const read = new Set(fetches.flatMap(({ input }) => (Array.isArray(input.urls) ? input.urls : [])));
  const next = hits.filter(({ url }) => !read.has(url)).slice(0, pagesAtOnce);
  if (next.length > 0 && offered.has("web_fetch")) {
    const titles = writeTitles(next, language);
    const thought = inLanguage(language, `I read ${titles}.`, `我来读${titles}。`);
    const urls = next.map(({ url }) => url);
    return fetchPages(urls, `${wanted.lent} ${question}`.trim(), thought);
  }
  const searches = calls.filter(({ tool }) => tool === "web_search");
  const words = listSingleWords(wanted, searches);
  return words.length > 0 && offered.has("web_search") ? searchFor(words, language) : null;
}

/** Why a search came to nothing; empty where nobody answered. */
function toReason(searches: readonly SeenCall[], failure: string, language: Language): string {
  const unreached = /^\s*ERROR\((?:unavailable|timeout|error)\)/u;
  const isUnreached = searches.every(({ output }) => unreached.test(output ?? "ERROR(error)"));
  return isUnreached ? "" : sayFailure("web_search", failure, language).text;
}

export const addressPattern = /https?:\/\/[^\s<>"'，。；）)]+/gu;

/** An address in the message is read, and the rest of the message is asked of that page. */
export function readAddresses(urls: readonly string[], reading: PromptReading): GuideStep {
  const { calls, language, offered, question } = reading;
  const asked = question.replaceAll(addressPattern, " ").trim();
  const fetches = calls.filter(({ tool }) => tool === "web_fetch");
  if (fetches.length === 0 && !offered.has("web_fetch")) return sayMissingTool("web_fetch", reading);
  if (fetches.length === 0) return fetchPages(urls, asked || urls.join(" "), "");
  const pages = listPages(fetches, []);
  const [failure] = listFailures(fetches);
  if (pages.length === 0 && failure !== undefined) return sayFailure("web_fetch", failure, language);
  const titles = pages.map(({ title }) => title);
  const quotes = pickQuotes(
    pages,
    { own: toKeywords(asked || titles.join(" ")), lent: "" },
    { least: shares.page },
  );
  return quotes.length > 0 ? sayQuotes(quotes, language) : sayNothingIn({ named: titles }, language);
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

function searchFor(queries: readonly string[], language: Language): GuideAct {
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

function fetchPages(urls: readonly string[], query: string, thought: string): GuideAct {
  const input = { urls, query: query.slice(0, 400), detail: "full" };
  return { kind: "act", thought, calls: [{ tool: "web_fetch", input }] };
}

/** The read pages under their results' titles: a page's own often has the site's name behind it. */
function listPages(fetches: readonly SeenCall[], hits: readonly SearchHit[]): TextPage[] {
  return fetches
    .flatMap(({ output }) => parsePages(output ?? ""))
    .map((page) => ({ ...page, title: hits.find((hit) => hit.number === page.number)?.title ?? page.title }));
}

/** No page could be read: says why, and quotes what the results themselves show. */
function quoteSnippets(
  hits: readonly SearchHit[],
  failure: string | undefined,
  reading: PromptReading,
): GuideAnswer {
  const { language } = reading;
  const unread =
    failure === undefined ? sayMissingTool("web_fetch", reading) : sayFailure("web_fetch", failure, language);
  const snippets = hits.map((hit) => ({ ...hit, passages: [{ heading: "", text: hit.snippet }] }));
  const quotes = pickQuotes(snippets, toWanted(reading), { least: shares.web });
  if (quotes.length === 0) return sayNeedsModel(language, unread.text);
  return { ...unread, text: `${unread.text}\n\n${sayQuotes(quotes, language).text}` };
}
