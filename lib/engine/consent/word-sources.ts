import { toQueryText } from "@/lib/engine/loop/consent/judge-call";
import { listTexts, type ConsentView } from "@/lib/engine/loop/consent/view";
import { listHanPairs, listPlainWords, listUncoveredHan } from "@/lib/language/comparable-words";
import type { CallRequest } from "@/lib/protocol/approvals";
import type { ChatChunk } from "@/lib/protocol/chat-message";
import { toMessageText } from "@/lib/protocol/message-text";
import { wordSources, type TracedWords, type WordSource } from "@/lib/protocol/traced-words";
import type { Brief } from "@/lib/engine/brief";
import type { RunTools } from "@/lib/engine/ports";
import type { Contribution } from "@/lib/engine/feature";
import { listCitable, listTextsAt } from "@/lib/engine/context/contributions";
import type { CallResult } from "@/lib/protocol/tool-results";
import { listResults, listRunResults } from "./judge-calls";
import type { KnownContext } from "./consent-view";

/** A text of the conversation that the person did not type; `name`: of its page, file or tool. */
export type SourceText = { source: Exclude<WordSource, "nowhere">; name?: string; text: string };

/** More is no reading for a person. */
const mostTraced = 40;

/**
 * The words of a call that the person did not type, in their order, with where they stand: in what is most
 * private first, and nowhere where the model made them. Neighbours from one place are one.
 */
export function traceWords(
  text: string,
  typed: readonly string[],
  sources: readonly SourceText[],
): TracedWords[] {
  const own = readWords(typed.join("\n"));
  const order = sources.toSorted((one, other) => rank(one) - rank(other));
  const known = new Map<SourceText, WordSets>();
  const holds = (source: SourceText, word: string) => {
    const words = known.get(source) ?? readWords(source.text);
    known.set(source, words);
    return isIn(word, words);
  };
  const traced: (TracedWords & { end: number })[] = [];
  for (const { 0: token, index } of text.matchAll(/\p{Script=Han}+|[^\s\p{Script=Han}]+/gu)) {
    let from = 0;
    for (const word of listForeign(token, own)) {
      const start = index + token.indexOf(word, from);
      from = start - index + word.length;
      const found = order.find((source) => holds(source, word));
      const place = {
        source: found?.source ?? ("nowhere" as const),
        ...(found?.name && { name: found.name }),
      };
      const last = traced.at(-1);
      const isNext = last !== undefined && text.slice(last.end, start).trim() === "";
      if (last !== undefined && isNext && last.source === place.source && last.name === place.name)
        Object.assign(last, {
          text: `${last.text}${text.slice(last.end, start)}${word}`,
          end: start + word.length,
        });
      else traced.push({ ...place, text: word, end: start + word.length });
    }
  }
  return traced.slice(0, mostTraced).map(({ end: _end, ...words }) => words);
}

/** The run whose calls are asked about. */
export type TracedRun = {
  brief: Pick<Brief, "task">;
  reply: { log: { chunks(): readonly ChatChunk[] } };
  context: {
    opened():
      (KnownContext & { contributions: readonly Contribution[]; judge: { view(): ConsentView } }) | null;
  };
};

/**
 * The same for a call that waits. `undefined` where nobody knows: of addresses, which the card names one by
 * one, and in the step of a plan, which does not see the conversation.
 */
export function traceCall(
  tools: RunTools,
  run: TracedRun,
  { tool, input }: { tool: string; input: unknown },
): TracedWords[] | undefined {
  const context = run.context.opened();
  const request = tools.readRequest(tool, input);
  if (context === null || run.brief.task !== null || request?.reason === "address") return undefined;
  const view = context.judge.view();
  const results = [...context.messages.flatMap(listResults), ...listRunResults(run.reply.log.chunks())];
  const sources: SourceText[] = [
    ...listTextsAt(context.contributions, "person").map(({ text }) => ({ source: "memory" as const, text })),
    ...listCitable(context.contributions).map(({ text, source }) => ({
      ...{ source: "file" as const, name: source.title, text },
    })),
    ...listTexts(view, "pasted").map((text) => ({ source: "pasted" as const, text })),
    ...results.flatMap((result) => toResultSources(tools, result)),
    ...context.messages
      .filter(({ role }) => role === "assistant")
      .map((message) => ({ source: "answer" as const, text: toMessageText(message) })),
    { source: "answer", text: context.summary?.text ?? "" },
    { source: "site", text: context.instructions },
  ];
  return traceWords(toCallText(request, input), listTexts(view, "typed"), sources);
}

function toResultSources(tools: RunTools, { tool, output }: CallResult): SourceText[] {
  if (!output.ok) return [];
  const { origin, isDynamic } = tools.describe(tool);
  if (origin === "person") return [{ source: "memory", text: output.text }];
  if (isDynamic || origin === "own") return [{ source: "tool", name: tool, text: output.text }];
  const titles = new Map(tools.listCitations(tool, output).map(({ url, title }) => [url, title]));
  return tools.listFoundTexts(tool, output).map(({ origin: kind, url, text }) => {
    const source = kind === "own" ? "file" : kind;
    return { source, name: titles.get(url) ?? URL.parse(url)?.host ?? url, text };
  });
}

/** All that leaves with it, or is kept. */
function toCallText(request: CallRequest | null, input: unknown): string {
  if (request?.reason === "query") return toQueryText(request);
  if (request?.reason === "fact") return request.facts.map(({ content }) => content).join("\n");
  return listStrings(input).join("\n");
}

function listStrings(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  // Why it helps goes nowhere.
  return Object.entries(value).flatMap(([name, entry]) => (name === "reason" ? [] : listStrings(entry)));
}

const rank = ({ source }: SourceText): number => wordSources.indexOf(source);

type WordSets = { plain: ReadonlySet<string>; han: ReadonlySet<string> };

function readWords(text: string): WordSets {
  const single = text.match(/\p{Script=Han}/gu) ?? [];
  return { plain: new Set(listPlainWords(text)), han: new Set([...listHanPairs(text), ...single]) };
}

function isIn(word: string, { plain, han }: WordSets): boolean {
  return listPlainWords(word).every((one) => plain.has(one)) && listUncoveredHan(word, han).length === 0;
}

/** What of a token is in none of these words; signs alone are no word. */
function listForeign(token: string, own: WordSets): string[] {
  if (/^\p{Script=Han}/u.test(token)) return listUncoveredHan(token, own.han);
  return isIn(token, own) || !/[\p{L}\p{N}]/u.test(token) ? [] : [token.replace(edges, "")];
}

const edges = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
