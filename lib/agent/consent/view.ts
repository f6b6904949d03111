import type { ApprovalPage } from "@/lib/protocol/approvals";

/**
 * Where a text of the conversation comes from, as it was recorded when it came in. `result` is an entry of a
 * search, `tool` what a tool from outside gave, `memory` what is known of the person, `model` what a model
 * made of earlier messages, in whoever's words.
 */
export type Origin = "typed" | "pasted" | "picture" | "page" | "result" | "tool" | "memory" | "model";

/** `isNow`: it came with the question that is being answered, or was said to the running reply. */
export type OriginText = { origin: Origin; text: string; isNow?: boolean };

/**
 * What happened with addresses, in its order: a search or a page offered some, one was tried, the person
 * allowed one.
 */
export type WalkEvent =
  | { kind: "listed" | "linked"; urls: readonly string[] }
  | { kind: "tried"; url: string }
  | { kind: "allowed" };

/** What of a conversation the consent to a call depends on. */
export type ConsentView = {
  texts: readonly OriginText[];
  walk: readonly WalkEvent[];
  /** Searches that went out already, in their order. */
  sent: readonly string[];
  /** Pages whose text is in the conversation, the newest first. */
  pages: readonly ApprovalPage[];
};

const strange: ReadonlySet<Origin> = new Set<Origin>(["pasted", "picture", "page", "result", "tool"]);

/**
 * Whether somebody else's words are in the conversation: what these ask for must not be done in the person's
 * name.
 */
export function hasStrangers({ texts }: ConsentView): boolean {
  return texts.some(({ origin }) => strange.has(origin));
}

/** So many earlier messages are shown to who judges words. */
const mostEarlier = 40;

/**
 * What is private, for a small model that judges words by it: nothing that a stranger may have written, which
 * could talk it over.
 */
export function listPrivateTexts(view: ConsentView): { known: string[]; said: string[] } {
  const said = view.texts.filter(({ origin, isNow }) => origin === "typed" && isNow !== true);
  return { known: listTexts(view, "memory"), said: said.slice(-mostEarlier).map(({ text }) => text) };
}

export function listTexts({ texts }: ConsentView, ...origins: readonly Origin[]): string[] {
  return texts.flatMap(({ origin, text }) => (origins.includes(origin) ? [text] : []));
}
