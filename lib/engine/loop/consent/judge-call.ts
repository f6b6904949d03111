import { listPlainWords } from "@/lib/language/comparable-words";
import type { ApprovalReason, CallRequest } from "@/lib/protocol/approvals";
import { splitSentences } from "@/lib/language/sentences";
import { judgeWords, listRemembered } from "./outgoing-words";
import { isSaid } from "./said";
import { toRest, type Spent } from "@/lib/protocol/spent";
import { hasStrangers, isPrivateShown, listPrivateTexts, listTexts, type ConsentView } from "./view";
import { createWalk } from "./walk";

/** `request` is `null` where the input does not fit the tool, which refuses the call itself. */
export type JudgedCall = {
  approval: "never" | "when-untrusted" | "always";
  request: CallRequest | null;
  /** What the calls before it in the same step ask for: together they may say what none says alone. */
  beside?: readonly CallRequest[];
};

/**
 * `spent`: what a free call tells those who own its addresses, alone and with the calls before it in its
 * step. `isDoubtful`: it rests on words alone, and who understands them may find nothing to ask about.
 */
export type CallJudgement =
  | { kind: "free"; spent?: { own: Spent; step: Spent } }
  /** Only the person can allow it. `details`: what of the input is not the person's. */
  | { kind: "ask"; reason: ApprovalReason; details: string[]; isDoubtful?: boolean }
  /** Nobody needs to be asked: there is another way. */
  | { kind: "refuse"; message: string; details: string[]; isDoubtful?: boolean };

/**
 * Whether a call may be made. An address must have been given by somebody; once strangers' text is in the
 * conversation, nothing is changed or sent that the person did not want. The same view gives the same
 * judgement.
 */
export function judgeCall({ approval, request, beside = [] }: JudgedCall, view: ConsentView): CallJudgement {
  if (request === null) return free;
  if (approval === "always") return { kind: "ask", reason: "effect", details: [] };
  if (approval === "never") return free;
  if (request.reason === "address") return judgeFetch(request, view, beside);
  if (!hasStrangers(view)) return judgeGiving(request, view);
  switch (request.reason) {
    case "query":
      return judgeSearch(request, view, beside);
    case "fact":
      return judgeSaving(request, view);
    case "effect":
      return { kind: "ask", reason: "effect", details: [] };
  }
}

const free = { kind: "free" } as const;
type JudgedRequest<REASON> = Extract<CallRequest, { reason: REASON }>;

/**
 * What is remembered of the person is not given to a tool from outside because its description asks for it.
 */
function judgeGiving(request: CallRequest, view: ConsentView): CallJudgement {
  const details = request.reason === "effect" ? listRemembered(request.words ?? "", view) : [];
  return details.length === 0 ? free : { kind: "ask", reason: "effect", details };
}

function judgeSearch(
  request: JudgedRequest<"query">,
  view: ConsentView,
  beside: readonly CallRequest[],
): CallJudgement {
  const others = beside.flatMap((other) => (other.reason === "query" ? [toQueryText(other)] : []));
  const { held, hidden, odd, fresh } = judgeWords(toQueryText(request), view, others);
  if (held.length + hidden.length > 0) {
    const isKnown = hidden.length + odd.length === 0 && held.every((word) => isShown(word, view));
    const isDoubtful = isKnown && held.length <= mostHeldInDoubt;
    return { kind: "ask", reason: "query", details: [...held, ...hidden], isDoubtful };
  }
  const details = [...odd, ...fresh];
  if (details.length === 0) return free;
  const words = details.map((word) => `“${word.slice(0, 200)}”`).join(", ");
  const message = `Nothing was searched: ${words} stood in nothing that the person said, on no page and in no result. Search with words that did.`;
  const isDoubtful = odd.length === 0 && isPrivateShown(view, listPrivateTexts(view));
  return { kind: "refuse", message, details, isDoubtful };
}

/** A search with more words of what is private than this is for the person to judge. */
const mostHeldInDoubt = 3;

/** Whoever judges a word must see where it comes from. */
function isShown(word: string, view: ConsentView): boolean {
  const { known, said, words } = listPrivateTexts(view);
  const bare = word.replace(/^[^\p{L}\p{N}]{1,20}|[^\p{L}\p{N}]{1,20}$/gu, "").toLowerCase();
  return (
    [...known, ...said].some((text) => text.toLowerCase().includes(bare)) ||
    listPlainWords(bare).every((plain) => words.includes(plain))
  );
}

/** All of a search that leaves: its words, and what else is sent with them. */
export function toQueryText({ query, details }: JudgedRequest<"query">): string {
  return [query, ...details].join(" ");
}

function judgeFetch(
  { urls, inside = [] }: JudgedRequest<"address">,
  view: ConsentView,
  beside: readonly CallRequest[],
): CallJudgement {
  const walk = createWalk(listTexts(view, "typed", "site"), view.told);
  for (const event of view.walk) walk.replay(event);
  for (const other of beside) if (other.reason === "address") for (const url of other.urls) walk.take(url);
  const before = walk.spent();
  const steps = urls.map((url) => ({ url, step: walk.take(url) }));
  const unknown = steps.filter(({ step }) => step === "unknown").map(({ url }) => `“${url.slice(0, 200)}”`);
  if (unknown.length > 0) {
    const message = `Nothing was read: ${unknown.join(", ")} stood in no result, on no page and in nothing that the person typed. Give addresses exactly as they stood there.`;
    return { kind: "refuse", message, details: [] };
  }
  const strayed = inside.filter((url) => !walk.isGiven(new URL(url))).map((url) => `“${url.slice(0, 200)}”`);
  if (strayed.length > 0) {
    const message = `Nothing was read: ${strayed.join(", ")} is inside a private network, and only a page named it. It is read when the person names it.`;
    return { kind: "refuse", message, details: [] };
  }
  const asked = steps.filter(({ step }) => step === "ask").map(({ url }) => url);
  if (asked.length > 0) return { kind: "ask", reason: "address", details: asked };
  const own = toRest(walk.spent(), before);
  return own.bits + own.siteBits === 0
    ? free
    : { kind: "free", spent: { own, step: toRest(walk.spent(), view.told) } };
}

/** Free is what the person has typed so themselves; a page cannot make such a sentence. */
function judgeSaving({ facts }: JudgedRequest<"fact">, view: ConsentView): CallJudgement {
  const typed = listTexts(view, "typed");
  const isCertain = facts.some((fact) => hasOddKeywords(fact) || isTalk(fact.content));
  const unsaid = facts.filter((fact) => hasOddKeywords(fact) || !isSaid(fact.content, typed));
  const details = unsaid.map(({ content }) => content);
  return unsaid.length === 0 ? free : { kind: "ask", reason: "fact", details, isDoubtful: !isCertain };
}

/** A fact is one short sentence; what is more could speak to whoever judges it. */
function isTalk(fact: string): boolean {
  return fact.length > 200 || splitSentences(fact).length > 1;
}

/**
 * Keywords only help to find a fact again; what is longer than that, or an address, would be a fact of its
 * own.
 */
function hasOddKeywords({ keywords }: { keywords: readonly string[] }): boolean {
  return keywords.some(
    (keyword) => keyword.split(/\s+/).length > 3 || keyword.length > 30 || /[:/\\@<>{}[\].]/.test(keyword),
  );
}
