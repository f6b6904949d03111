import type { FactInput } from "./shape";
import { findSecret } from "./secrets";
import { saysNothing } from "./wording";

/** `why` is a phrase for the model and the person. */
export type FactJudgement = { accepted: true } | { accepted: false; why: string };

export const minConfidence = 0.6;

/** Whether a fact may be kept, whatever else is known. */
export function judgeFact(input: FactInput): FactJudgement {
  const secret = findSecret([input.content, ...input.keywords].join("\n"));
  if (secret !== null) return { accepted: false, why: `it holds ${secret}, and secrets are never kept` };
  if (input.confidence < minConfidence)
    return {
      accepted: false,
      why: `it is not certain enough (${input.confidence} of at least ${minConfidence})`,
    };
  return saysNothing(input.content) ? { accepted: false, why: "it says nothing" } : { accepted: true };
}
