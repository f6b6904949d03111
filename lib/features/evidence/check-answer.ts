import type { Brief } from "@/lib/engine/brief";
import type { AnswerHook } from "@/lib/engine/feature";
import type { Ground } from "@/lib/engine/ground";
import { listTextParts } from "@/lib/engine/log/history";
import type { CitedTexts, SourcePorts } from "@/lib/engine/ports";
import type { Messages } from "@/lib/data/messages";
import type { SourceLedger } from "./records/ledger";
import type { RunRecord } from "@/lib/protocol/run-record";
import { setImmediate as pause, setTimeout as sleep } from "node:timers/promises";
import {
  applyVerdicts,
  toBatches,
  toQuestion,
  verifyAnswer,
  type ModelVerdict,
} from "@/lib/features/evidence/claims/ask-claims";
import { checkClaims, type ClaimSourceText } from "@/lib/features/evidence/claims/check-claims";
import { findCitedNumbers } from "@/lib/protocol/cited-numbers";
import type { Evidence } from "@/lib/features/evidence/records/evidence";
import type { ClaimBatch } from "@/lib/features/evidence/claims/ask-claims";
import type { ClaimsData, Verdict } from "@/lib/features/evidence/shape/claims";
import { countMarks } from "./count-marks";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { FoundSource } from "@/lib/engine/cited-sources";

type CheckDeps = Pick<Ground, "askSmall" | "log" | "now"> & {
  createLedger: (userId: string, conversationId: string) => SourceLedger;
};

/** `undecided`: questions for a small model; none where nothing is open or there is no small model. */
type CheckedAnswer = { data: ClaimsData; undecided: ClaimBatch[] };

/** The answer is all there already; its end waits so long at most for the texts of its sources. */
const readLimitMs = 2_000;
/** The small model has so long for all questions about an answer. */
const decideLimitMs = 60_000;

/**
 * Compares cited sentences with what was kept of their sources. `null` where nothing is cited, or the texts
 * cannot be had in time.
 */
async function checkTexts(
  deps: CheckDeps,
  { brief, sources: found, parts }: CitedTexts,
  hasSmallModel: boolean,
): Promise<CheckedAnswer | null> {
  const isKnown = (number: number) => found.has(number);
  const cited = findCitedNumbers(parts.join("\n\n"), isKnown).flatMap((number) => found.get(number) ?? []);
  if (cited.length === 0) return null;
  try {
    const sources = await readSources(deps, brief, cited);
    if (sources === null) return null;
    const claims = await checkClaims({ parts, sources, isKnown }, pause);
    if (claims.length === 0) return null;
    const undecided = hasSmallModel ? toBatches(claims, sources) : [];
    const pending = undecided.reduce((sum, { sentences }) => sum + sentences.length, 0);
    return { data: { claims, pending, checkedAt: deps.now() }, undecided };
  } catch (error) {
    deps.log.warn("answer_not_checked", { runId: brief.id, error });
    return null;
  }
}

/** As the port of the engine says it. */
export function createCheckClaims(deps: CheckDeps): SourcePorts["checkClaims"] {
  return async (cited, until) => {
    const checked = await checkTexts(deps, cited, until !== undefined);
    if (checked === null || until === undefined) return checked?.data ?? null;
    return applyVerdicts(checked.data, await askVerdicts(deps, cited.brief.id, checked, until));
  };
}

type MarkDeps = CheckDeps & { messages: Messages; countLater: CountLater };
type CountLater = (record: RunRecord, later: { marks: Partial<Record<Verdict, number>> }) => Promise<void>;

/**
 * Marks the cited sentences of an answer. What a step found is checked where it is told, and what the offline
 * guide says are quotations.
 */
export function createMarkClaims(deps: MarkDeps): AnswerHook {
  return async ({ brief, isStandIn, hasSmallModel, sources, chunks, push }) => {
    if (brief.task !== null || isStandIn) return null;
    const parts = listTextParts(chunks());
    const checked = await checkTexts(deps, { brief, sources, parts }, hasSmallModel);
    if (checked === null) return null;
    push({ type: "data-claims", id: "claims", data: checked.data });
    if (checked.undecided.length === 0) return null;
    return {
      event: "claims_not_decided",
      work: ({ record, closing }) => decideClaims(deps, { brief, record, closing }, checked),
    };
  };
}

/**
 * Asks the small model about what the rules left open, and puts its verdicts into the stored reply. What it
 * does not decide in time stays unchecked, and nothing is pending afterwards.
 */
async function decideClaims(
  deps: MarkDeps,
  { brief, record, closing }: { brief: Brief; record: RunRecord; closing: AbortSignal },
  checked: CheckedAnswer,
): Promise<void> {
  const { id: runId, userId, conversationId, messageId } = brief;
  const signal = AbortSignal.any([closing, AbortSignal.timeout(decideLimitMs)]);
  const verdicts = await askVerdicts(deps, runId, checked, signal);
  await deps.messages.change(userId, conversationId, messageId, (message) => withVerdicts(message, verdicts));
  const marks = countMarks(applyVerdicts(checked.data, verdicts), checked.data);
  if (Object.values(marks).some((count) => count !== 0)) await deps.countLater(record, { marks });
}

/** What the small model says of the sentences that were left open, as far as it comes. Never throws. */
async function askVerdicts(
  deps: CheckDeps,
  runId: string,
  { data, undecided }: CheckedAnswer,
  signal: AbortSignal,
): Promise<ModelVerdict[]> {
  const verdicts: ModelVerdict[] = [];
  try {
    for (const batch of undecided) {
      const asked = await deps.askSmall(toQuestion(batch, data.claims), signal);
      const verified = asked.answer === null ? [] : verifyAnswer(asked.answer, batch);
      verdicts.push(...verified);
      const open = batch.sentences.filter((place) => !verified.some(({ claim }) => claim === place)).length;
      if (open > 0)
        deps.log.info("claims_left_unchecked", { runId, open, answers: asked.answer?.answers.length ?? 0 });
    }
  } catch (error) {
    deps.log.warn("claims_not_decided", { runId, error });
  }
  return verdicts;
}

function withVerdicts(message: ChatMessage, verdicts: readonly ModelVerdict[]): ChatMessage {
  return {
    ...message,
    parts: message.parts.map((part) =>
      part.type === "data-claims"
        ? { ...part, data: { ...applyVerdicts(part.data, verdicts), pending: 0 } }
        : part,
    ),
  };
}

async function readSources(
  deps: CheckDeps,
  brief: Brief,
  cited: readonly FoundSource[],
): Promise<ClaimSourceText[] | null> {
  const ledger = deps.createLedger(brief.userId, brief.sourcesOf);
  const ids = [...new Set(cited.map(({ evidenceId }) => evidenceId))];
  const late = new AbortController();
  const timeUp = sleep(readLimitMs, null, { signal: late.signal }).catch(() => null);
  const texts = await Promise.race([
    Promise.all(ids.map(async (id) => [id, await ledger.find(id)] as const)),
    timeUp,
  ]).finally(() => late.abort());
  if (texts === null) {
    deps.log.warn("answer_not_checked", { runId: brief.id, code: "timeout" });
    return null;
  }
  const byId = new Map(texts);
  return cited.map((source) => toSourceText(source, byId.get(source.evidenceId) ?? null));
}

/**
 * Of a search result that was cited without being read only its own lines count; everything else is blanked,
 * so that places stay what they are.
 */
function toSourceText(
  { number, evidenceId, title, snippet }: FoundSource,
  evidence: Evidence | null,
): ClaimSourceText {
  const whole = evidence?.text ?? "";
  const text = evidence === null || evidence.kind === "page" ? whole : maskOthers(whole, snippet ?? "");
  return { number, evidenceId, title, text };
}

function maskOthers(list: string, snippet: string): string {
  const start = snippet === "" ? -1 : list.indexOf(snippet);
  const blank = (text: string) => text.replace(/[^\n]/gu, (character) => " ".repeat(character.length));
  return start === -1
    ? ""
    : `${blank(list.slice(0, start))}${snippet}${blank(list.slice(start + snippet.length))}`;
}
