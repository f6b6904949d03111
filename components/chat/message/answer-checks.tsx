"use client";

import type { ClaimsData } from "@/lib/protocol/claims";
import { CheckLine } from "./check-line";
import { Disagreements } from "@/components/evidence/disagreements";

/** What the check of an answer gave that a person should know. */
export function AnswerChecks({ claims }: { claims: ClaimsData }) {
  return (
    <>
      <CheckLine claims={claims} />
      <Disagreements disagreements={claims.disagreements} />
    </>
  );
}
