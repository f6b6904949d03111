import { wire } from "./chat";
import type { Answer, ReplyPart } from "./reply";

/** How the model words a step. One that is asked again may word it otherwise. */
export type Wording = "plain" | "other";

export type TwoStepRun = {
  /** Stands in the question and in the fact that is saved. */
  name: string;
  wording: Wording;
  /** A page that is read beside the other calls. */
  pageUrl?: string | undefined;
};

/** The question to which the run is the answer, with the name by which the model knows it again. */
export const toRunQuestion = (name: string, pageUrl = ""): string =>
  `Question of ${name}: how much is it, in metric units? ${pageUrl}`.trim();

/** The newest question's name, from what a model was sent; `null` for another question. */
export function findRunName(messages: unknown): string | null {
  return [...JSON.stringify(messages).matchAll(/Question of ([a-z0-9-]+):/g)].at(-1)?.[1] ?? null;
}

const sums = { plain: ["6*7", "15% of 240"], other: ["7*8", "12% of 250"] };

/**
 * A run of two steps, as a function of what the model was sent: reasoning, some words and three calls at once, of which one changes
 * something; then a long answer. `turn`: rounds of tool results so far.
 */
export function toRunAnswer(turn: number, { name, wording, pageUrl }: TwoStepRun): Answer {
  const word = (kind: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${wording}-${kind}-${turn}-${index} `);
  const opening: ReplyPart[] = [
    { type: "reasoning", chunks: word("thought", 5) },
    { type: "text", chunks: word("word", turn === 0 ? 4 : 40) },
  ];
  if (turn > 0) return { parts: opening, usage: { input: 200, output: 120, reasoning: 20 } };
  const [first, second] = sums[wording];
  const calls: ReplyPart[] = [
    { type: "tool", name: "calculate", input: { expression: first } },
    {
      type: "tool",
      name: "memory_save",
      input: { facts: [{ content: `Asked in the ${wording} words as ${name}` }] },
    },
    { type: "tool", name: "calculate", input: { expression: second } },
    ...(pageUrl === undefined
      ? []
      : [{ type: "tool" as const, name: "web_fetch", input: { urls: [pageUrl], query: "metric units" } }]),
  ];
  return { parts: [...opening, ...calls], usage: { input: 100, output: 60, reasoning: 20 } };
}

export const countFrames = (answer: Answer): number => wire.frames(answer, "test").length;

/** What a reader sees of an answer of which so many frames were sent: characters, and calls that have begun. */
export type Shown = { characters: number; calls: number };

export function toShown({ parts }: Answer, frames: number): Shown {
  // The first frame only says who speaks; a call is sent in three.
  const deltas = parts.flatMap((part) => {
    if (part.type === "tool") return [{ characters: 0, calls: 1 }, nothing, nothing];
    return part.type === "text" || part.type === "reasoning"
      ? part.chunks.map(({ length }) => ({ characters: length, calls: 0 }))
      : [];
  });
  return deltas.slice(0, Math.max(0, frames - 1)).reduce(addShown, nothing);
}

const nothing: Shown = { characters: 0, calls: 0 };

export function addShown(one: Shown, other: Shown): Shown {
  return { characters: one.characters + other.characters, calls: one.calls + other.calls };
}
