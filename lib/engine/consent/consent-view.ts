import { toQueryText } from "@/lib/engine/loop/consent/judge-call";
import { listAddresses } from "@/lib/engine/loop/consent/walk";
import type { ConsentView, OriginText, WalkEvent } from "@/lib/engine/loop/consent/view";
import type { LedgerCounts } from "@/lib/engine/records/consent-ledgers";
import type { Summary } from "@/lib/engine/records/summaries";
import { listHanPairs, listPlainWords } from "@/lib/language/comparable-words";
import { isStopWord } from "@/lib/language/words";
import { findSetPhrases } from "@/lib/features/memory/learn/set-phrases";
import type { ApprovalPage } from "@/lib/protocol/approvals";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { listOffers, splitByForm, splitByHand, type HandTexts } from "@/lib/protocol/message-text";
import type { CallResult, Citation } from "@/lib/protocol/tool-results";
import type { RunTools } from "@/lib/engine/ports";

/**
 * What of the conversation is known before the reply begins. `summary`: of the messages before these; words
 * of pages may stand in a strange one.
 */
export type KnownContext = {
  messages: readonly ChatMessage[];
  summary: Pick<Summary, "text" | "isStrange"> | null;
  /** Of subjects: what is remembered of the person, documents that came with the question, and the like. */
  texts: readonly OriginText[];
  /** Of the site to the agent that answers; empty without. */
  instructions: string;
  /** Of a step of a plan: its task, and what other helpers found while it is done. */
  given?: () => readonly OriginText[];
};

/**
 * What the person says now: their message, and what they said to the running reply since. `choices`: what the
 * reply offered them to answer.
 */
export type PersonWords = { message: ChatMessage; steering: readonly string[]; choices: readonly string[] };

/**
 * Sorts what is in a conversation by where it came from; `results` in their order, those of earlier replies
 * first.
 */
export function toConsentView(
  tools: RunTools,
  { message, steering, choices }: PersonWords,
  { messages, summary, texts, instructions, given = () => [] }: KnownContext,
  results: readonly CallResult[],
  told: LedgerCounts,
): ConsentView {
  const offered = [...listOffers(messages), ...choices];
  const said = [
    ...messages
      .filter(({ role, id }) => role === "user" && id !== message.id)
      .flatMap((earlier) => toOwnTexts(earlier, offered, false)),
    ...toOwnTexts(message, offered, true),
    ...steering.flatMap((text) => toHandTexts(splitByForm(text, offered), true)),
  ];
  const made = results.filter(({ output }) => output.ok);
  const requests = results.filter(wasMade).flatMap(({ tool, input }) => tools.readRequest(tool, input) ?? []);
  const sent = requests.flatMap((request) => (request.reason === "query" ? [toQueryText(request)] : []));
  const strangers = made.filter((result) => isStrange(tools, result));
  const pasted = said.filter(({ origin }) => origin === "pasted");
  return {
    texts: [
      ...said,
      ...texts,
      ...toSummaryTexts(summary),
      ...messages.flatMap(toPlanTexts),
      { origin: "site", text: instructions },
      ...given(),
      ...made.flatMap((result) => toResultTexts(tools, result)),
    ],
    walk: [
      { kind: "linked", urls: pasted.flatMap(({ text }) => listAddresses(text)) },
      ...toWalks(tools, said, results),
    ],
    told: told.spent,
    sent: [...told.searches.filter((search) => !sent.includes(search)), ...sent],
    pages: toPages(strangers.map(({ tool, output }) => tools.listCitations(tool, output))),
  };
}

function toOwnTexts(message: ChatMessage, offered: readonly string[], isNow: boolean): OriginText[] {
  const hasPicture = message.parts.some(({ type }) => type === "file");
  return [
    ...toHandTexts(splitByHand(message, offered), isNow),
    ...(hasPicture ? [{ origin: "picture" as const, text: "", isNow }] : []),
  ];
}

/** What is asked to be kept in a set phrase is a sentence of its own. */
function toHandTexts({ typed, pasted, chosen }: HandTexts, isNow: boolean): OriginText[] {
  return [
    { origin: "typed", text: typed, isNow },
    ...findSetPhrases(typed).map(({ content }) => ({ origin: "typed" as const, text: content, isNow })),
    ...(pasted.trim() === "" ? [] : [{ origin: "pasted" as const, text: pasted, isNow }]),
    ...(chosen.trim() === "" ? [] : [{ origin: "chosen" as const, text: chosen, isNow }]),
  ];
}

/** Words of pages may be in a summary: which ones are theirs nobody knows. */
function toSummaryTexts(summary: KnownContext["summary"]): OriginText[] {
  if (summary === null) return [];
  const strange = summary.isStrange ? [strangersWere] : [];
  return [{ origin: "model", text: summary.text }, ...strange];
}

/** Steps of its plan read what strangers wrote, and the answer was made from it. */
function toPlanTexts({ parts }: ChatMessage): OriginText[] {
  const isStrange = parts.some(
    (part) => part.type === "data-plan" && part.data.steps.some((task) => task.isStrange === true),
  );
  return isStrange ? [strangersWere] : [];
}

/** That there was such a text, without any of its words. */
const strangersWere: OriginText = { origin: "tool", text: "" };

function toResultTexts(tools: RunTools, result: CallResult): OriginText[] {
  const { tool, output } = toOwnOrigin(tools, result);
  if (!output.ok) return [];
  const recalled = tools.findRecalled(result.tool, result.output);
  // Messages of this conversation are no page: their words are as private as they were, and an address in an
  // answer was the model's.
  if (recalled?.kind === "messages") return [{ origin: "model", text: output.text }, strangersWere];
  // What was found in documents stays private; which of them were the person's own nobody knows any more.
  if (recalled !== null && tools.describe(recalled.tool).origin === "documents")
    return [{ origin: "file", text: output.text }];
  switch (tools.describe(tool).origin) {
    case "own":
      return [];
    case "person":
      return [{ origin: "memory", text: output.text }];
    case "documents":
      return tools.listFoundTexts(tool, output);
    case "stranger":
      // What a tool from outside gave may be the person's own: a mail, a calendar.
      return tools.describe(tool).isDynamic
        ? [{ origin: "tool", text: output.text }]
        : [strangersWere, ...tools.listFoundTexts(tool, output)];
  }
}

/** Whether a call gave somebody else's words: of documents, those that the person did not write. */
export function isStrange(tools: RunTools, { tool, output }: CallResult): boolean {
  const { origin } = tools.describe(tool);
  return origin === "documents"
    ? tools.listFoundTexts(tool, output).some((found) => found.origin === "file")
    : origin === "stranger";
}

/** A call that was refused here went nowhere; one that failed may have told all that it asked for. */
function wasMade({ output }: CallResult): boolean {
  return output.ok || output.meta.attempts > 0;
}

/**
 * Once a stranger's text is there it may have worded a search so that what is found tells something: of a
 * search with words that the person did not type the results are like links of pages.
 */
function toWalks(tools: RunTools, said: readonly OriginText[], results: readonly CallResult[]): WalkEvent[] {
  const typed = said.flatMap(({ origin, text }) => (origin === "typed" ? listWords(text) : []));
  const own = new Set(typed);
  let hasStrangers = said.some(({ origin }) => origin !== "typed" && origin !== "chosen");
  return results.flatMap((result) => {
    const request = tools.readRequest(result.tool, result.input);
    const isOwn =
      request?.reason !== "query" || listWords(toQueryText(request)).every((word) => own.has(word));
    const walk = toWalk(tools, result, hasStrangers && !isOwn ? "linked" : "listed");
    hasStrangers ||= result.output.ok && isStrange(tools, result);
    return walk;
  });
}

function listWords(text: string): string[] {
  return [...listPlainWords(text).filter((word) => !isStopWord(word)), ...listHanPairs(text)];
}

function toWalk(tools: RunTools, result: CallResult, kind: "listed" | "linked"): WalkEvent[] {
  const { tool, input, output } = result;
  const request = tools.readRequest(tool, input);
  const tried = request?.reason === "address" && wasMade(result) ? request.urls : [];
  const found = tools.listFoundTexts(tool, output);
  const listed = found.flatMap(({ origin, url }) => (origin === "result" ? [url] : []));
  return [
    ...tried.map((url) => ({ kind: "tried" as const, url })),
    { kind, urls: listed },
    ...found.map(({ origin, url, text }) => ({
      kind: "linked" as const,
      urls: [...(origin === "page" ? [url] : []), ...listAddresses(text)],
      from: url,
    })),
  ];
}

/** What one of our own tools gave stays the person's own when it is recalled. */
function toOwnOrigin(tools: RunTools, result: CallResult): CallResult {
  const recalled = tools.findRecalled(result.tool, result.output);
  if (recalled?.kind !== "result") return result;
  const { origin } = tools.describe(recalled.tool);
  return origin === "stranger" || origin === "documents" ? result : { ...result, tool: recalled.tool };
}

const mostPages = 5;

/** The newest first; those that tried to give instructions before all others. */
function toPages(citations: readonly (readonly Citation[])[]): ApprovalPage[] {
  const byUrl = new Map(citations.toReversed().flatMap((own) => own.map((one) => [one.url, one] as const)));
  return [...byUrl.values()]
    .sort((a, b) => Number(isSuspect(b)) - Number(isSuspect(a)))
    .slice(0, mostPages)
    .map(({ title, url, number }) => ({ title, url, number }));
}

function isSuspect({ instructions = [] }: Citation): boolean {
  return instructions.length > 0;
}
