import type { ChatMessage } from "@/lib/protocol/chat-message";
import { verdicts, type Claim, type ClaimsData, type ClaimSource, type Verdict } from "@/lib/protocol/claims";
import { listMarks } from "@/lib/protocol/citation-marks";
import { listMarkKeys, type MarkKey } from "./cited-marks";
import type { AnswerPiece } from "./read-turn";

/** What the check says of one number in one mark. */
export type CitedClaim = { claim: Claim; source: ClaimSource };

export type VerdictCounts = Record<Verdict, number>;

/** The newest check that a message holds; of the offline guide's quotations none is shown. */
export function findClaims(message: ChatMessage): ClaimsData | null {
  if (message.metadata?.model?.startsWith("offline:") === true) return null;
  return message.parts.findLast((part) => part.type === "data-claims")?.data ?? null;
}

export function findCitedClaim(
  data: ClaimsData | null,
  key: string | undefined,
  number: number,
): CitedClaim | null {
  const [part, mark] = (key ?? "").split(".").map(Number);
  const claim = data?.claims.find(
    (candidate) => candidate.part === part && candidate.marks.some((at) => at === mark),
  );
  const source = claim?.sources.find((candidate) => candidate.number === number);
  return claim === undefined || source === undefined ? null : { claim, source };
}

/** A number of an answer that is shown with a sign. */
export type SignedMark = { key: MarkKey; verdict: Verdict };

/** What the signs in an answer's pieces say, in order. */
export function listSignedMarks(
  message: ChatMessage,
  pieces: readonly AnswerPiece[],
  data: ClaimsData | null,
): SignedMark[] {
  if (data === null) return [];
  return pieces.flatMap((piece) => {
    const keys = piece.kind === "text" ? (listMarkKeys(message, piece) ?? []) : [];
    const marks = piece.kind === "text" ? listMarks(piece.text) : [];
    return keys.flatMap((key, place) =>
      (marks[place]?.numbers ?? []).flatMap((number) => {
        const verdict = findCitedClaim(data, key, number)?.source.verdict;
        return verdict === undefined ? [] : [{ key, verdict }];
      }),
    );
  });
}

/** How many have which verdict. */
export function countVerdicts(marks: readonly { verdict: Verdict }[]): VerdictCounts {
  const countOf = (verdict: Verdict) => marks.filter((mark) => mark.verdict === verdict).length;
  return Object.fromEntries(verdicts.map((verdict) => [verdict, countOf(verdict)])) as VerdictCounts;
}

/** How often a source bears out what it is cited for. */
export function countVerdictsOf(data: ClaimsData | null, number: number): VerdictCounts {
  return countVerdicts(
    (data?.claims ?? []).flatMap(({ sources }) => sources.filter((source) => source.number === number)),
  );
}

/** What is shown when no place was asked for: the first that cites the source and that was found. */
export function findFirstClaim(data: ClaimsData | null, number: number): CitedClaim | null {
  const cited = (data?.claims ?? []).flatMap((claim) =>
    claim.sources.filter((source) => source.number === number).map((source) => ({ claim, source })),
  );
  return cited.find(({ source }) => source.passage !== null) ?? cited[0] ?? null;
}

/** Where a sentence is shown: its first mark, and the first of its sources in which something was found. */
export type ClaimPlace = { markKey: MarkKey; number: number };

/** Of the checked sentences, in order, those that can be shown. */
export function listClaimPlaces({ claims }: ClaimsData): ClaimPlace[] {
  return claims.flatMap(({ part, marks, sources }) => {
    const source = sources.find(({ passage }) => passage !== null) ?? sources[0];
    return marks[0] === undefined || source === undefined
      ? []
      : [{ markKey: `${part}.${marks[0]}` as const, number: source.number }];
  });
}

/** The place of the sentence to which a mark belongs among all; -1 without one. */
export function findClaimPlace({ claims }: ClaimsData, markKey: string | undefined): number {
  const [part, mark] = (markKey ?? "").split(".").map(Number);
  const shown = claims.filter(({ marks, sources }) => marks.length > 0 && sources.length > 0);
  return shown.findIndex((claim) => claim.part === part && claim.marks.some((one) => one === mark));
}
