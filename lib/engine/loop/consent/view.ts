import { listHanRuns, listPlainWords } from "@/lib/language/comparable-words";
import type { Spent } from "@/lib/protocol/spent";
import type { ApprovalPage } from "@/lib/protocol/approvals";

/**
 * Where a text of the conversation comes from, as it was recorded when it came in. `result` is an entry of a
 * search, `tool` what a tool from outside gave, `file` a document that the person gave, `own` one that they
 * wrote, `memory` what is known of the person, `model` what a model made of earlier messages, in whoever's
 * words, `chosen` what the person took of what a model offered, `planned` what a model wrote for a step where
 * no stranger's text was in the conversation, `site` what its administrator asks of the agent.
 */
export type Origin =
  | "typed"
  | "chosen"
  | "pasted"
  | "planned"
  | "picture"
  | "page"
  | "result"
  | "tool"
  | "file"
  | "own"
  | "memory"
  | "model"
  | "site";

/** `isNow`: it came with the question that is being answered, or was said to the running reply. */
export type OriginText = { origin: Origin; text: string; isNow?: boolean };

/**
 * What happened with addresses, in its order: a search or a page offered some, one was tried.
 */
export type WalkEvent =
  /** `from`: the page on which they stood. */
  { kind: "listed" | "linked"; urls: readonly string[]; from?: string } | { kind: "tried"; url: string };

/** What of a conversation the consent to a call depends on. */
export type ConsentView = {
  texts: readonly OriginText[];
  walk: readonly WalkEvent[];
  /** What other calls for the question, and for those before it, told already. */
  told: Spent;
  /** Searches that went out already, in their order. */
  sent: readonly string[];
  /** Pages whose text is in the conversation, the newest first. */
  pages: readonly ApprovalPage[];
};

const strange: ReadonlySet<Origin> = new Set<Origin>(["pasted", "picture", "page", "result", "tool", "file"]);

/**
 * Whether somebody else's words are in the conversation: what these ask for must not be done in the person's
 * name.
 */
export function hasStrangers({ texts }: ConsentView): boolean {
  return texts.some(({ origin }) => strange.has(origin));
}

/** Of a text that a model made: whether private words, and strangers', may have gone into it. */
export type MadeOf = { isPrivate: boolean; isStrange: boolean };

/** What is both is as private as it is strange. */
export function toMadeOrigin({ isPrivate, isStrange }: MadeOf): "planned" | "result" | "model" | "tool" {
  if (isPrivate) return isStrange ? "tool" : "model";
  return isStrange ? "result" : "planned";
}

/** What a model had before it that is nobody's but the person's. */
const ownOrigins = ["memory", "file", "own", "tool", "model"] as const;

/** What a text is made of that is written by a model which has read all this. */
export function toMadeOf(view: ConsentView): MadeOf {
  return {
    isPrivate: listTexts(view, ...ownOrigins).some((text) => text !== ""),
    isStrange: hasStrangers(view),
  };
}

/** So many earlier messages, and words of other texts, are shown to who judges words. */
const mostEarlier = 40;
const mostWords = 1_000;
const longestWord = 30;

/**
 * What is private, for a small model that judges words by it. Of what a stranger may have written, which
 * could talk it over, only the words, in the order of the alphabet.
 */
export function listPrivateTexts(view: ConsentView): { known: string[]; said: string[]; words: string[] } {
  const earlier = view.texts.filter(({ isNow }) => isNow !== true);
  const said = earlier.flatMap(({ origin, text }) => (origin === "typed" ? [text] : []));
  const others = earlier.filter(({ origin }) => ["pasted", "tool", "file", "own", "model"].includes(origin));
  const words = new Set(others.flatMap(({ text }) => [...listPlainWords(text), ...listHanRuns(text)]));
  return {
    known: listTexts(view, "memory"),
    said: said.slice(-mostEarlier),
    words: [...words].filter((word) => word.length < longestWord).sort(),
  };
}

/** Whether it can be shown at all what is private: an earlier picture cannot, nor more words than these. */
export function isPrivateShown(view: ConsentView, { words }: { words: readonly string[] }): boolean {
  return words.length <= mostWords && !view.texts.some(isEarlierPicture);
}

export function isEarlierPicture({ origin, isNow }: OriginText): boolean {
  return origin === "picture" && isNow !== true;
}

export function listTexts({ texts }: ConsentView, ...origins: readonly Origin[]): string[] {
  return texts.flatMap(({ origin, text }) => (origins.includes(origin) ? [text] : []));
}
