import type { ChatMessage } from "@/lib/protocol/chat-message";
import {
  verdicts,
  type Claim,
  type ClaimsData,
  type ClaimSource,
  type Verdict,
} from "@/lib/features/evidence/shape/claims";
import { listMarks } from "@/lib/features/evidence/shape/citation-marks";
import { isStandIn } from "@/lib/protocol/model-refs";
import { listMarkKeys, type MarkKey } from "./cited-marks";
import type { AnswerPiece } from "./read-turn";

/** What the check says of one number in one mark. */
export type CitedClaim = { claim: Claim; source: ClaimSource };

export type VerdictCounts = Record<Verdict, number>;

/** The newest check that a message holds; of the offline guide's quotations none is shown. */
export function findClaims(message: ChatMessage): ClaimsData | null {
  if (isStandIn(message.metadata?.model ?? "")) return null;
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

/** What the sign beside a number says: its verdict, or that a model is still asked about it. */
export type ShownVerdict = Verdict | "pending";

/** What is shown of a number in a mark; `undefined`: no sign. */
export function findVerdict(
  data: ClaimsData | null,
  key: string | undefined,
  number: number,
): ShownVerdict | undefined {
  const source = findCitedClaim(data, key, number)?.source;
  const isOpen = (data?.pending ?? 0) > 0 && source?.verdict === "unchecked";
  return isOpen && !source.problems.includes("no_text") ? "pending" : source?.verdict;
}

/** A number of an answer as it is shown, and how many headings stand before it. */
export type SignedMark = { key: MarkKey; number: number; verdict: ShownVerdict; section: number };

/**
 * The numbers of an answer that have a sign, in the order of the text. The seal, its scale, its counts, the
 * cards and the panel all count these. Before there is a check, all are pending.
 */
export function listSignedMarks(
  message: ChatMessage,
  pieces: readonly AnswerPiece[],
  data: ClaimsData | null,
): SignedMark[] {
  let section = 0;
  return pieces.flatMap((piece) => {
    if (piece.kind !== "text") return [];
    const marks = listMarks(piece.text);
    const keys = marks.length === 0 ? [] : (listMarkKeys(message, piece) ?? []);
    let from = 0;
    return keys.flatMap((key, place) => {
      const { start, numbers } = marks[place] ?? { start: from, numbers: [] };
      section += piece.text.slice(from, start).match(/^ {0,3}#{1,6} /gm)?.length ?? 0;
      from = start;
      return numbers.flatMap((number) => {
        const verdict = data === null ? "pending" : findVerdict(data, key, number);
        return verdict === undefined ? [] : [{ key, number, verdict, section }];
      });
    });
  });
}

/** How many have which verdict; what is pending has none. */
export function countVerdicts(marks: readonly { verdict: ShownVerdict }[]): VerdictCounts {
  const countOf = (verdict: Verdict) => marks.filter((mark) => mark.verdict === verdict).length;
  return Object.fromEntries(verdicts.map((verdict) => [verdict, countOf(verdict)])) as VerdictCounts;
}

/** The default: the first found place that cites the source. */
export function findFirstClaim(data: ClaimsData | null, number: number): CitedClaim | null {
  const cited = (data?.claims ?? []).flatMap((claim) =>
    claim.sources.filter((source) => source.number === number).map((source) => ({ claim, source })),
  );
  return cited.find(({ source }) => source.passage !== null) ?? cited[0] ?? null;
}
