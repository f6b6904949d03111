import type { Verdict } from "@/lib/protocol/claims";
import { middle, type ClauseJudgement } from "./judge-clause";

/** A sentence's verdict out of its statements, each judged by one or several sources of which the best counts. */
export function judgeTogether(statements: readonly (readonly ClauseJudgement[])[]): Verdict {
  const verdicts = statements.map((judgements) => judgements.map(toVerdict).reduce(pickBetter, "not_found"));
  if (verdicts.length === 0 || verdicts.every((verdict) => verdict === "not_found")) return "not_found";
  return verdicts.every((verdict) => verdict === "supported") ? "supported" : "partly";
}

const order: Record<Verdict, number> = { supported: 2, partly: 1, not_found: 0 };

export function pickBetter(one: Verdict, other: Verdict): Verdict {
  return order[other] > order[one] ? other : one;
}

/** Until a model has looked, what is unclear goes to the side that it is nearer to. */
function toVerdict({ status, coverage }: ClauseJudgement): Verdict {
  switch (status) {
    case "supported":
      return "supported";
    case "partial":
      return "partly";
    case "unclear":
      return coverage >= middle ? "supported" : "not_found";
    case "contradicted":
    case "missing":
      return "not_found";
  }
}
