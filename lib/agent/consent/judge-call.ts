import type { ApprovalReason, CallRequest } from "@/lib/protocol/approvals";
import { listPrivateWords } from "./outgoing-words";
import { listFollowed, listUnseenAddresses } from "./seen-addresses";
import type { ConsentView } from "./view";

/** `request` is `null` where the input does not fit the tool, which refuses the call itself. */
export type JudgedCall = { approval: "never" | "when-untrusted" | "always"; request: CallRequest | null };

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
export function judgeCall({ approval, request }: JudgedCall, view: ConsentView): CallJudgement {
  if (approval === "always") return { kind: "ask", reason: "effect", details: [] };
  if (approval === "never" || request === null || view.strangers.length === 0) return free;
  switch (request.reason) {
    case "query":
      return judgeSearch(request, view);
    case "address":
      return judgeFetch(request, view);
    case "fact":
      return judgeSaving(request, view);
    case "effect":
      return { kind: "ask", reason: "effect", details: [] };
  }
}

const free = { kind: "free" } as const;
type Request<REASON> = Extract<CallRequest, { reason: REASON }>;

function judgeSearch({ query, details: more }: Request<"query">, view: ConsentView): CallJudgement {
  const details = listPrivateWords([query, ...more].join(" "), {
    ...view,
    earlier: [...view.earlier, view.summary],
  });
  return details.length === 0 ? free : { kind: "ask", reason: "query", details };
}

function judgeFetch({ urls }: Request<"address">, view: ConsentView): CallJudgement {
  const unseen = listUnseenAddresses(urls, view);
  const followed = listFollowed(urls, view);
  if (unseen.length === 0)
    return followed.length === 0 ? free : { kind: "ask", reason: "address", details: followed };
  return {
    kind: "refuse",
    message: `Nothing was read: ${unseen.map(quote).join(", ")} stood in no result, on no page and in nothing that the person said.`,
  };
}

/** Free is what the person has said so themselves; a page cannot make such a sentence. */
function judgeSaving({ facts }: Request<"fact">, view: ConsentView): CallJudgement {
  const unsaid = facts.filter((fact) => hasOddKeywords(fact) || !view.isSaid(fact.content));
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
