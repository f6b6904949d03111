import type { PlacedMessage } from "@/lib/engine/loop/context/history";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { chinese } from "./chinese";
import { english } from "./english";
import {
  needleKinds,
  type Exchange,
  type LanguageTemplates,
  type Needle,
  type NeedleKind,
  type NeedleLanguage,
  type NeedleTemplate,
  type TemplateSet,
} from "./needle";
import { createRandom, type Random } from "./random";

/** In how many places a detail is hidden, from the first message to the last. */
export const depths = 21;
export type HiddenNeedle = Needle & { /** Of the way through the conversation, 0 to 1. */ depth: number };
export type Conversation = {
  language: NeedleLanguage;
  set: TemplateSet;
  messages: PlacedMessage[];
  needles: HiddenNeedle[];
};
export type ConversationPlan = {
  language: NeedleLanguage;
  set: TemplateSet;
  /** Two of them are an exchange. */ messageCount: number;
  /** Which details lie where: each of the first 21 puts each kind at another depth. */ turn: number;
};

const templates: Record<NeedleLanguage, LanguageTemplates> = { en: english, zh: chinese };
/** So long are answers, in characters: with the questions, about 200 tokens a message. */
const answerLength: Record<NeedleLanguage, number> = { en: 1_480, zh: 700 };
/** Details of the same form about something else, for each that is looked for. */
const decoysPerKind = 5;

const setSeeds: Record<TemplateSet, number> = { developed: 0, unseen: 101, later: 211 };

/** A conversation in which one detail of each kind is hidden among talk and decoys; the same plan makes the same one. */
export function makeConversation(plan: ConversationPlan): Conversation {
  const { language, set, messageCount, turn } = plan;
  const own = templates[language];
  const random = createRandom(turn * 7_919 + messageCount + (language === "zh" ? 13 : 0) + setSeeds[set]);
  const count = messageCount / 2;
  const exchanges = Array.from({ length: count }, () => makeTalk(random, own));
  const taken = new Set<number>();
  const needles = needleKinds.map((kind, index): HiddenNeedle => {
    const depth = ((turn + 5 * index) % depths) / (depths - 1);
    const at = findFree(Math.round(depth * (count - 1)), taken, count);
    const needle = makeNeedle(kind, random, own, set);
    hide(exchanges, at, needle.exchange, own, random);
    return { ...needle, depth };
  });
  for (const needle of needles) {
    for (let decoy = 0; decoy < decoysPerKind; decoy += 1)
      hideDecoy(needle, { exchanges, taken, random, own, set });
  }
  const messages = exchanges.flatMap(toMessages);
  for (const { detail } of needles) checkOnce(detail, messages);
  return { language, set, messages, needles };
}

function makeTalk(random: Random, own: LanguageTemplates): Exchange {
  return random.pick(own.exchanges)(random, own.words);
}

function makeNeedle(kind: NeedleKind, random: Random, own: LanguageTemplates, set: TemplateSet): Needle {
  const { exchange, asked, detail } = getTemplate(kind, own, set).make(random, own.words);
  return { kind, asked, detail, exchange: { question: "", result: null, answer: "", ...exchange } };
}

function getTemplate(kind: NeedleKind, own: LanguageTemplates, set: TemplateSet): NeedleTemplate {
  const found = own.needles[set].find((template) => template.kind === kind);
  if (found === undefined) throw new Error(`There is no template for ${kind}.`);
  return found;
}

function findFree(wanted: number, taken: Set<number>, count: number): number {
  const offset =
    Array.from({ length: count }, (_empty, index) => index).find(
      (one) => isFree(wanted - one, taken, count) || isFree(wanted + one, taken, count),
    ) ?? 0;
  const at = isFree(wanted - offset, taken, count) ? wanted - offset : wanted + offset;
  taken.add(at);
  return at;
}

function isFree(at: number, taken: ReadonlySet<number>, count: number): boolean {
  return at >= 0 && at < count && !taken.has(at);
}

type Place = {
  exchanges: Exchange[];
  taken: Set<number>;
  random: Random;
  own: LanguageTemplates;
  set: TemplateSet;
};

function hideDecoy(needle: Needle, { exchanges, taken, random, own, set }: Place): void {
  const decoy = makeNeedle(needle.kind, random, own, set);
  // The same subject with another value would be a second answer.
  const isOther =
    needle.kind === "instruction"
      ? decoy.detail !== needle.detail
      : decoy.asked !== needle.asked && decoy.detail !== needle.detail;
  if (isOther)
    hide(
      exchanges,
      findFree(random.whole(0, exchanges.length - 1), taken, exchanges.length),
      decoy.exchange,
      own,
      random,
    );
}

/** What the person tells stands behind what they ask; what an answer tells, in its middle. */
function hide(
  exchanges: Exchange[],
  at: number,
  hidden: Exchange,
  own: LanguageTemplates,
  random: Random,
): void {
  const talk = exchanges[at] ?? makeTalk(random, own);
  const isTold = hidden.answer === "";
  const question = isTold ? `${talk.question}${own.joiner}${hidden.question}` : hidden.question;
  const lead = own.sentences.slice(0, 2).map((make) => make(random, own.words));
  exchanges[at] = isTold
    ? { ...talk, question }
    : { question, result: hidden.result, answer: [...lead, hidden.answer].join(own.joiner) };
}

function toMessages({ question, result, answer }: Exchange, index: number): PlacedMessage[] {
  const seq = 2 * index + 1;
  const asked: ChatMessage = { id: `m${seq}`, role: "user", parts: [{ type: "text", text: question }] };
  const parts: ChatMessage["parts"] = [
    { type: "step-start" },
    ...(result === null ? [] : [toCall(seq, question, result)]),
    { type: "text", text: lengthen(answer, seq), state: "done" },
  ];
  return [
    { seq, message: asked },
    { seq: seq + 1, message: { id: `m${seq + 1}`, role: "assistant", parts } },
  ];
}

/** As `web_fetch` or `web_search` leave it in a message: the ids by which it is recalled stand in its data. */
function toCall(seq: number, query: string, text: string): ChatMessage["parts"][number] {
  const meta = { durationMs: 1, costMicroUsd: 0, version: "1.1", attempts: 1 };
  const common = { toolCallId: `call${seq}`, state: "output-available" as const };
  const [, resultId, url = "", title = ""] =
    /result="(r_\d{8})" url="([^"]*)" title="([^"]*)"/.exec(text) ?? [];
  const source = { number: 1, url, title, site: "example.org" };
  if (resultId === undefined) {
    const evidenceId = `r_${String(seq).padStart(8, "s")}`;
    const data = { engine: "Wikipedia", results: [{ ...source, evidenceId, snippet: text }], notes: [] };
    return {
      ...common,
      type: "tool-web_search",
      input: { query },
      output: { ok: true, text, summary: { key: "foundResults", values: { count: 1, query } }, data, meta },
    };
  }
  const data = {
    pages: [
      { ...source, evidenceId: resultId, resultId, passages: [{ text: toPageText(text) }], truncated: true },
    ],
    failures: [],
  };
  return {
    ...common,
    type: "tool-web_fetch",
    input: { urls: [url], query },
    output: { ok: true, text, summary: { key: "readPages", values: { read: 1, total: 1 } }, data, meta },
  };
}

function toPageText(fenced: string): string {
  return fenced.split("\n").slice(1, -1).join("\n");
}

/** So many sentences stand before and behind what was shown of a page. */
const unshownSentences = 90;

/** The whole of a page of which a call showed `shown`: longer than what is recalled at once, and no two alike. */
export function toWholePage(shown: string, resultId: string): string {
  const own = templates[getLanguage(shown)];
  const random = createRandom(Number(resultId.slice("r_".length)));
  const makeParagraphs = () =>
    Array.from({ length: unshownSentences / 3 }, () =>
      [1, 2, 3].map(() => random.pick(own.sentences)(random, own.words)).join(own.joiner),
    );
  return [...makeParagraphs(), shown, ...makeParagraphs()].join("\n\n");
}

function getLanguage(text: string): NeedleLanguage {
  return /\p{Script=Han}/u.test(text) ? "zh" : "en";
}

/** The same sentences for the same place. */
function lengthen(answer: string, seq: number): string {
  const language = getLanguage(answer);
  const own = templates[language];
  const random = createRandom(seq * 31 + answer.length);
  let text = answer;
  while (text.length < answerLength[language])
    text += `${own.joiner}${random.pick(own.sentences)(random, own.words)}`;
  return text;
}

function checkOnce(detail: string, messages: readonly PlacedMessage[]): void {
  const holding = messages.filter(({ message }) =>
    message.parts.some((part) => readPart(part).includes(detail)),
  );
  if (holding.length !== 1) throw new Error(`“${detail}” stands in ${holding.length} messages.`);
}

/** What was asked of a tool repeats the question and does not count. */
function readPart(part: ChatMessage["parts"][number]): string {
  if (part.type === "text") return part.text;
  const isResult = part.type === "tool-web_fetch" || part.type === "tool-web_search";
  return isResult && part.state === "output-available" && part.output.ok ? part.output.text : "";
}
