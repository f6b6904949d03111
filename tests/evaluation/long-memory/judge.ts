import type { ChatMessage } from "@/lib/protocol/chat-message";
import { toText } from "@/tests/evaluation/wiki-services";
import type { Ask, History } from "./histories";

/** What a question came to with memory on, and switched off by the person and by the site. */
export type Judged = {
  history: History;
  ask: Ask;
  answer: string;
  /** Each fact that was asked for is in the prompt or in what the tool gave. */
  isGiven: boolean;
  /** Facts given as current that are old, expired, removed or somebody else's. */
  wronglyGiven: string[];
  isAnswered: boolean;
  leaks: string[];
};

export type Replies = { on: ChatMessage; offByPerson: ChatMessage; offBySite: ChatMessage };

/** `told`: the facts that were kept of the person at any time, as worded. */
export function judge(
  { history, ask }: { history: History; ask: Ask },
  { on, offByPerson, offBySite }: Replies,
  told: readonly string[],
): Judged {
  const answer = toText(on);
  const { text, current } = readGiven(on);
  return {
    history,
    ask,
    answer,
    isGiven: ask.expect.every((words) => holdsEither(text, words)),
    wronglyGiven: current.filter((content) => ask.absent.some((words) => holds(content, words))),
    isAnswered: isRight(ask, answer, told),
    // An answer may repeat the question.
    leaks: [offByPerson, offBySite].flatMap((reply) =>
      listLeaks(
        reply,
        told.filter((content) => !holds(ask.ask, content)),
      ),
    ),
  };
}

function isRight({ expect, absent, not }: Ask, answer: string, told: readonly string[]): boolean {
  if ([...absent, ...not].some((words) => holds(answer, words))) return false;
  if (expect.length > 0)
    return expect.every((words) => holdsEither(answer, words)) && !saysNotTold.test(answer);
  return saysNotTold.test(answer) && !told.some((content) => holds(answer, content));
}

const saysNotTold = /\bnot told me\b|\bnothing is remembered\b|没有告诉过我|还没有记住/iu;

/** Whatever of memory was used or said although it was switched off. */
function listLeaks(reply: ChatMessage, told: readonly string[]): string[] {
  const answer = toText(reply);
  return [...readGiven(reply).current, ...told.filter((content) => holds(answer, content))];
}

/** What the model had of memory: the facts of its prompt, and what the tool gave. */
function readGiven({ parts }: ChatMessage): { text: string; current: string[] } {
  const texts: string[] = [];
  const current: string[] = [];
  for (const part of parts) {
    if (part.type === "data-memories") current.push(...part.data.used.map(({ content }) => content));
    if (part.type !== "tool-memory_retrieve" || part.state !== "output-available" || !part.output.ok)
      continue;
    texts.push(part.output.text);
    current.push(...part.output.data.facts.map(({ content }) => content));
  }
  return { text: [...texts, ...current].join("\n"), current };
}

function holdsEither(text: string, words: string): boolean {
  return words.split("|").some((one) => holds(text, one));
}

/** Latin letters and digits count as whole words only, so that `3 May` is not in `13 May`. */
export function holds(text: string, words: string): boolean {
  const escaped = words.replace(/[\\^$.*+?()[\]{}|]/gu, "\\$&");
  const before = /^[\p{Script=Latin}\d]/u.test(words) ? "(?<![\\p{Script=Latin}\\d])" : "";
  const after = /[\p{Script=Latin}\d]$/u.test(words) ? "(?![\\p{Script=Latin}\\d])" : "";
  return new RegExp(`${before}${escaped}${after}`, "iu").test(text);
}
