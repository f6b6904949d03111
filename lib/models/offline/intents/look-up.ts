import { sayMissing, sayNotFound, sayQuotes, saySnippets, type Answer } from "@/lib/models/offline/answers";
import { explainFailure } from "@/lib/models/offline/explain";
import { pickSentences } from "@/lib/models/offline/pick-sentences";
import type { SeenCall } from "@/lib/models/offline/prompt-reader";
import type { Question } from "@/lib/models/offline/question";
import { rankHits, type RankedHit } from "@/lib/models/offline/rank-hits";
import {
  inLanguage,
  type Intent,
  type PlannedCall,
  type Step,
  type Task,
  type Turn,
} from "@/lib/models/offline/task";
import {
  findFailure,
  parsePages,
  parseSearchHits,
  parseUnreadable,
  type ReadPage,
  type SearchHit,
} from "@/lib/models/offline/tool-texts";
import { callOrExplain, findCall } from "@/lib/models/offline/use-tool";

/** A question of fact: search, read the best page, and the next one when the first does not answer. */
export const lookUp: Intent = ({ question }) => createLookup(question, null);

/** `own` is what the guide can say by itself when the search brings nothing. */
export function createLookup(question: Question, own: string | null): Task {
  return {
    next(turn) {
      return withOwn(decideLookup(question, turn), own, question);
    },
  };
}

/** Steps that end in a failure or in nothing carry the guide's own words, when it has some. */
function withOwn(step: Step | Answer, own: string | null, question: Question): Step {
  if (own === null || step.kind === "act" || ("isAnswer" in step && step.isAnswer)) return step;
  return {
    ...step,
    text: `${step.text}\n\n${inLanguage(question.language, "What I can say by myself:", "我自己能说的是：")} ${own}`,
  };
}

function decideLookup(question: Question, turn: Turn): Step | Answer {
  const queries = listQueries(question);
  let hits: RankedHit[] = [];
  for (const query of queries) {
    const call: PlannedCall = { tool: "web_search", input: { query } };
    const search = findCall(turn, call);
    if (search === undefined) return searchNext(call, turn, question, query !== queries[0]);
    const failure = findFailure(search.output ?? "");
    if (failure !== null || search.output === null)
      return explainFailure("web_search", failure, question.language);
    hits = rankHits(parseSearchHits(search.output), question);
    if (hits.length > 0) break;
  }
  return hits.length === 0 ? sayNotFound(question, queries) : readAndAnswer(question, turn, hits);
}

/** The search words, and the subject alone as the second try. */
function listQueries(question: Question): string[] {
  const first = (question.keywords || question.text).slice(0, 300);
  const second = question.subject.slice(0, 300);
  return second === "" || second === first ? [first] : [first, second];
}

function searchNext(call: PlannedCall, turn: Turn, question: Question, isRetry: boolean): Step {
  const query = String(call.input.query);
  if (isRetry && turn.isClosed) return sayNotFound(question, listQueries(question).slice(0, 1));
  const thought = isRetry
    ? inLanguage(
        question.language,
        `The first search brought nothing, so I try “${query}”.`,
        `第一次搜索没有结果，我再搜索“${query}”。`,
      )
    : inLanguage(
        question.language,
        `This is a question of fact. I search for “${query}” and then read the best page.`,
        `这是一个事实问题。我先搜索“${query}”，再读最合适的网页。`,
      );
  return callOrExplain(turn, call, thought);
}

/** The result's own title: a page's often has the site's name behind it. */
function findTitle(page: ReadPage, hits: SearchHit[]): string {
  return hits.find((hit) => hit.number === page.number || hit.url === page.url)?.title ?? page.title;
}

/** How far the best title must lead for it to be read alone first. */
const clearLead = 0.5;
const mostPages = 3;

function readAndAnswer(question: Question, turn: Turn, hits: RankedHit[]): Step | Answer {
  const fetches = turn.calls.filter((call) => call.tool === "web_fetch");
  const tried = hits.filter((hit) => fetches.some((call) => listUrls(call).includes(hit.url)));
  const urls = new Set(tried.map((hit) => hit.url));
  const ownFetches = fetches.filter((call) => listUrls(call).some((url) => urls.has(url)));
  const pages = ownFetches
    .flatMap((call) => parsePages(call.output ?? ""))
    .map((page) => ({ ...page, title: findTitle(page, hits) }));
  const picked = pickSentences(pages, question);
  if (picked.answers) return sayQuotes(question, picked.quotes);
  const open = hits.filter((hit) => !urls.has(hit.url)).slice(0, Math.max(0, mostPages - tried.length));
  const isRead = open.length === 0 || ownFetches.length >= 2;
  if (!isRead && turn.offered.has("web_fetch")) return readNext(question, open, tried.length === 0);
  if (pages.length > 0) return sayMissing(question, pages, listQueries(question));
  return saySnippets(
    question,
    hits,
    listReadFailures(ownFetches),
    turn.isClosed || turn.offered.has("web_fetch"),
  );
}

function readNext(question: Question, open: RankedHit[], isFirst: boolean): Step {
  const [best, second] = open;
  const isClear = best !== undefined && (second === undefined || best.fit - second.fit >= clearLead);
  const chosen = isFirst && isClear ? open.slice(0, 1) : open.slice(0, 2);
  const titles = chosen
    .map((hit) => inLanguage(question.language, `“${hit.title}”`, `《${hit.title}》`))
    .join(inLanguage(question.language, " and ", "和"));
  return {
    kind: "act",
    thought: isFirst
      ? inLanguage(
          question.language,
          `${titles} fits best among the results, so I read it.`,
          `结果中${titles}最合适，我来读。`,
        )
      : inLanguage(
          question.language,
          `That page does not answer, so I read ${titles}.`,
          `这一页没有回答问题，我再读${titles}。`,
        ),
    calls: [
      {
        tool: "web_fetch",
        input: { urls: chosen.map((hit) => hit.url), query: question.text.slice(0, 400) },
      },
    ],
  };
}

function listUrls(call: SeenCall): string[] {
  return Array.isArray(call.input.urls) ? call.input.urls.filter((url) => typeof url === "string") : [];
}

function listReadFailures(fetches: SeenCall[]): string[] {
  return fetches.flatMap((call) => {
    const failure = findFailure(call.output ?? "");
    const single = parseUnreadable(call.output ?? "").map((one) => one.message);
    return failure === null ? single : [failure.message, ...single];
  });
}
