import { useMemo } from "react";
import type { CitedAnswer } from "@/components/markdown/evidence-context";
import { findCitedClaim, findVerdict, type SignedMark } from "@/lib/client/message/claims";
import type { ShownNumbers } from "@/lib/features/evidence/shape/citation-marks";
import type { ClaimsData } from "@/lib/features/evidence/shape/claims";

const none: readonly SignedMark[] = [];

/** The same as long as the check is the same, so that citations are not drawn again with every token. */
export function useCitedAnswer(
  messageId: string,
  claims: ClaimsData | null,
  shown: ShownNumbers,
  all: readonly SignedMark[],
): CitedAnswer {
  const marks = claims === null ? none : all;
  return useMemo(
    () => ({
      messageId,
      shown,
      marks,
      findVerdict: (markKey, number) => findVerdict(claims, markKey, number),
      findFigure: (markKey, number) => findCitedClaim(claims, markKey, number)?.source.difference?.claim,
    }),
    [messageId, claims, shown, marks],
  );
}
