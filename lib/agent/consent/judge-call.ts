import type { ApprovalReason } from "@/lib/protocol/approvals";
import { memorySaveInputSchema, webFetchInputSchema, webSearchInputSchema } from "@/lib/protocol/tools";
import { listPrivateWords } from "./outgoing-words";
import { listFollowed, listUnseenAddresses } from "./seen-addresses";
import type { ConsentView } from "./view";

/** `hasEffects`: it changes or sends something, or nobody knows. */
export type JudgedCall = { tool: string; input: unknown; hasEffects: boolean };

export type CallJudgement =
  | { kind: "free" }
  /** Only the person can allow it. `details`: what of the input is not the person's. */
  | { kind: "ask"; reason: ApprovalReason; details: string[] }
  /** Nobody needs to be asked: there is another way. */
  | { kind: "refuse"; message: string };

/**
 * Whether a call may be made, once strangers' text is in the conversation: what such a text says to do must change nothing and send
 * nothing that the person did not want. The same view gives the same judgement.
 */
export function judgeCall({ tool, input, hasEffects }: JudgedCall, view: ConsentView): CallJudgement {
  if (view.strangers.length === 0) return free;
  switch (tool) {
    case "web_search":
      return judgeSearch(input, view);
    case "web_fetch":
      return judgeFetch(input, view);
    case "memory_save":
      return judgeSaving(input, view);
    default:
      return hasEffects ? { kind: "ask", reason: "effect", details: [] } : free;
  }
}

const free = { kind: "free" } as const;

function judgeSearch(input: unknown, view: ConsentView): CallJudgement {
  const parsed = webSearchInputSchema.safeParse(input);
  // What does not fit the tool is refused by it.
  if (!parsed.success) return free;
  const details = listPrivateWords([parsed.data.query, ...(parsed.data.targetInfo ?? [])].join(" "), {
    ...view,
    earlier: [...view.earlier, view.summary],
  });
  return details.length === 0 ? free : { kind: "ask", reason: "query", details };
}

function judgeFetch(input: unknown, view: ConsentView): CallJudgement {
  const parsed = webFetchInputSchema.safeParse(input);
  const unseen = parsed.success ? listUnseenAddresses(parsed.data.urls, view) : [];
  const followed = parsed.success ? listFollowed(parsed.data.urls, view) : [];
  if (unseen.length === 0)
    return followed.length === 0 ? free : { kind: "ask", reason: "address", details: followed };
  return {
    kind: "refuse",
    message: `Nothing was read: ${unseen.map(quote).join(", ")} stood in no result, on no page and in nothing that the person said.`,
  };
}

/** Free is what the person has said so themselves; a page cannot make such a sentence. */
function judgeSaving(input: unknown, view: ConsentView): CallJudgement {
  const parsed = memorySaveInputSchema.safeParse(input);
  const unsaid = parsed.success
    ? parsed.data.facts.filter((fact) => hasOddKeywords(fact) || !view.isSaid(fact.content))
    : [];
  return unsaid.length === 0
    ? free
    : { kind: "ask", reason: "fact", details: unsaid.map(({ content }) => content) };
}

/** Keywords only help to find a fact again; what is longer than that, or an address, would be a fact of its own. */
function hasOddKeywords({ keywords }: { keywords: readonly string[] }): boolean {
  return keywords.some(
    (keyword) => keyword.split(/\s+/).length > 3 || keyword.length > 30 || /[:/\\@<>{}[\]]/.test(keyword),
  );
}

function quote(address: string): string {
  return `“${address.slice(0, 200)}”`;
}
