import type { Brief } from "@/lib/engine/brief";
import { setImmediate as pause, setTimeout as sleep } from "node:timers/promises";
import {
  applyVerdicts,
  planBatches,
  toQuestion,
  verifyAnswer,
  type ModelVerdict,
} from "@/lib/evidence/claims/ask-claims";
import { checkClaims, type ClaimSourceText } from "@/lib/evidence/claims/check-claims";
import { findCitedNumbers } from "@/lib/evidence/citations";
import type { Evidence } from "@/lib/data/evidence";
import type { ClaimBatch } from "@/lib/evidence/claims/ask-claims";
import { verdicts as markNames, type ClaimsData, type Verdict } from "@/lib/protocol/claims";
import type { ChatChunk, ChatMessage } from "@/lib/protocol/chat-message";
import type { FoundSource } from "@/lib/engine/run/cited-sources";
import type { RunDeps } from "@/lib/engine/ports";
import type { Run } from "@/lib/engine/run/run";
import { listSmallModels } from "./title";

export type CheckDeps = Pick<
  RunDeps,
  "models" | "askSmall" | "createLedger" | "messages" | "closing" | "log" | "now"
>;

/** `undecided`: questions for a small model; none where nothing is open or there is no small model. */
export type CheckedAnswer = { data: ClaimsData; undecided: ClaimBatch[] };

/** The answer is all there already; its end waits so long at most for the texts of its sources. */
const readLimitMs = 2_000;
/** The small model has so long for all questions about an answer. */
const decideLimitMs = 60_000;

/**
 * Compares the answer's cited sentences with what was kept of their sources. `null` where nothing is cited,
 * or the texts cannot be had in time.
 */
export function checkAnswer(
  deps: CheckDeps,
  run: Pick<Run, "brief" | "reply">,
): Promise<CheckedAnswer | null> {
  return checkTexts(deps, run, listTexts(run.reply.log.chunks()));
}

/** The same for other texts that cite the sources of the reply. */
export async function checkTexts(
  deps: CheckDeps,
  run: Pick<Run, "brief" | "reply">,
  parts: readonly string[],
): Promise<CheckedAnswer | null> {
  const isKnown = (number: number) => run.reply.sources.has(number);
  const cited = findCitedNumbers(parts.join("\n\n"), isKnown).flatMap(
    (number) => run.reply.sources.get(number) ?? [],
  );
  if (cited.length === 0) return null;
  try {
    const sources = await readSources(deps, run.brief, cited);
    if (sources === null) return null;
    const claims = await checkClaims({ parts, sources, isKnown }, pause);
    if (claims.length === 0) return null;
    const hasSmall = listSmallModels(deps, run.brief.settings).length > 0;
    const undecided = hasSmall ? planBatches(claims, sources) : [];
    const pending = undecided.reduce((sum, { sentences }) => sum + sentences.length, 0);
    return { data: { claims, pending, checkedAt: deps.now() }, undecided };
  } catch (error) {
    deps.log.warn("answer_not_checked", { runId: run.brief.id, error });
    return null;
  }
}

export function toClaimsChunk(data: ClaimsData): ChatChunk {
  return { type: "data-claims", id: "claims", data };
}

/**
 * Asks the small model about what the rules left open, and puts its verdicts into the stored reply. What it
 * does not decide in time stays unchecked, and nothing is pending afterwards.
 */
export async function decideClaims(
  deps: CheckDeps & Pick<RunDeps, "statistics">,
  {
    brief: { id: runId, userId, conversationId, messageId },
    account: { record },
  }: Pick<Run, "brief" | "account">,
  checked: CheckedAnswer,
): Promise<void> {
  const signal = AbortSignal.any([deps.closing, AbortSignal.timeout(decideLimitMs)]);
  const verdicts = await askVerdicts(deps, runId, checked, signal);
  await deps.messages.change(userId, conversationId, messageId, (message) => withVerdicts(message, verdicts));
  const marks = countMarks(applyVerdicts(checked.data, verdicts), checked.data);
  if (Object.values(marks).some((count) => count !== 0)) await deps.statistics.recordLater(record, { marks });
}

/** How many sentences have each mark, less those that had it before. */
export function countMarks(now: ClaimsData, before?: ClaimsData): Partial<Record<Verdict, number>> {
  const count = (data: ClaimsData | undefined, mark: Verdict): number =>
    data?.claims.filter(({ verdict }) => verdict === mark).length ?? 0;
  return Object.fromEntries(markNames.map((mark) => [mark, count(now, mark) - count(before, mark)]));
}

/** What the small model says of the sentences that were left open, as far as it comes. Never throws. */
export async function askVerdicts(
  deps: Pick<CheckDeps, "askSmall" | "log">,
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

/** The text parts of the message that the events make, in order. */
function listTexts(chunks: readonly ChatChunk[]): string[] {
  const texts: string[] = [];
  const places = new Map<string, number>();
  for (const chunk of chunks) {
    if (chunk.type === "text-start") places.set(chunk.id, texts.push("") - 1);
    const place = chunk.type === "text-delta" ? places.get(chunk.id) : undefined;
    if (chunk.type === "text-delta" && place !== undefined)
      texts[place] = `${texts[place] ?? ""}${chunk.delta}`;
  }
  return texts;
}
