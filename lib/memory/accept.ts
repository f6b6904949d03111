import type { Fact } from "@/lib/protocol/memories";
import type { factInputSchema } from "@/lib/protocol/tools";
import type { z } from "zod";
import { findSecret } from "./secrets";

export type FactInput = z.output<typeof factInputSchema>;
export type Judgement = { accepted: true } | { accepted: false; why: string };

const minConfidence = 0.6;

/** Whether a fact may be kept beside those that are there; `why` is a phrase for the model and the person. */
export function judgeFact(input: FactInput, existing: readonly Fact[]): Judgement {
  const secret = findSecret([input.content, ...input.keywords].join("\n"));
  if (secret !== null) return { accepted: false, why: `it holds ${secret}, and secrets are never kept` };
  if (input.confidence < minConfidence)
    return { accepted: false, why: `it is not certain enough (${input.confidence} of at least ${minConfidence})` };
  const normalised = normaliseFact(input.content);
  if (normalised.length < 2) return { accepted: false, why: "it says nothing" };
  if (existing.some(({ content }) => normaliseFact(content) === normalised)) return { accepted: false, why: "it is known already" };
  return { accepted: true };
}

/** Two facts that differ only in case, width, punctuation, spaces or an opening "The user …" are the same. */
function normaliseFact(content: string): string {
  return content
    .normalize("NFKC")
    .toLowerCase()
    .replace(/^\s*(?:the )?(?:user|person)(?:'s)?\b|^\s*用户/u, "")
    .replace(/[^\p{L}\p{N}+#]+/gu, "");
}
