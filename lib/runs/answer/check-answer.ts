import { setImmediate as pause, setTimeout as sleep } from "node:timers/promises";
import { checkClaimsInTurns, type Undecided } from "@/lib/evidence/claims/check-claims";
import {
  applyVerdicts,
  buildClaimQuestion,
  readClaimAnswer,
  type ClaimAnswer,
} from "@/lib/evidence/claims/questions";
import type { ClaimSourceText } from "@/lib/evidence/claims/source-index";
import { findCitedNumbers } from "@/lib/evidence/citations";
import type { Evidence } from "@/lib/data/evidence";
import type { ClaimsData } from "@/lib/protocol/claims";
import type { ChatChunk, ChatMessage } from "@/lib/protocol/chat-message";
import type { FoundSource } from "@/lib/runs/state/cited-sources";
import type { RunDeps } from "@/lib/runs/ports";
import type { RunState } from "@/lib/runs/state/run-state";

type CheckDeps = Pick<
  RunDeps,
  "models" | "askSmall" | "askSmallModel" | "createLedger" | "messages" | "quotas" | "closing" | "log" | "now"
>;

export type CheckedAnswer = { data: ClaimsData; undecided: Undecided[] };

/** The answer is all there already; its end waits so long at most for the texts of its sources. */
const readLimitMs = 2_000;
/** So many pairs a small model is asked about. */
const maxQuestions = 8;

/** Compares the answer's cited sentences with what was kept of their sources. `null` where nothing is cited, or the texts cannot be had in time. */
export async function checkAnswer(deps: CheckDeps, run: RunState): Promise<CheckedAnswer | null> {
  const parts = listTexts(run.log.chunks());
  const cited = findCitedNumbers(parts.join("\n\n")).flatMap((number) => run.sources.get(number) ?? []);
  if (cited.length === 0) return null;
  try {
    const sources = await readSources(deps, run, cited);
    if (sources === null) return null;
    const { claims, disagreements, undecided } = await checkClaimsInTurns({ parts, sources }, pause);
    const asked = hasSmallModel(deps, run) ? undecided.slice(0, maxQuestions) : [];
    const pending = new Set(asked.map(({ claim }) => claim)).size;
    return claims.length === 0
      ? null
      : { data: { claims, disagreements, pending, checkedAt: deps.now() }, undecided: asked };
  } catch (error) {
    deps.log.warn("answer_not_checked", { runId: run.id, error });
    return null;
  }
}

function hasSmallModel(deps: CheckDeps, run: RunState): boolean {
  return deps
    .models()
    .chain("lite", { settings: run.settings.modelTiers.lite })
    .some((ref) => !ref.startsWith("offline:"));
}

export function toClaimsChunk(data: ClaimsData): ChatChunk {
  return { type: "data-claims", id: "claims", data };
}

/** Asks the small model about what the rules could not decide, and puts its verdicts into the stored reply. */
export async function decideClaims(
  deps: CheckDeps,
  { userId, conversationId, messageId }: RunState,
  { undecided }: CheckedAnswer,
): Promise<void> {
  const answers: ClaimAnswer[] = [];
  let costMicroUsd = 0;
  for (const pair of undecided) {
    const answer = await askAbout(deps, pair);
    if (answer === null) break;
    costMicroUsd += answer.costMicroUsd;
    const verdict = readClaimAnswer(answer.text);
    if (verdict !== null) answers.push({ claim: pair.claim, source: pair.source, verdict });
  }
  if (costMicroUsd > 0) await deps.quotas.addCost(userId, costMicroUsd);
  await deps.messages.change(userId, conversationId, messageId, (message) => withVerdicts(message, answers));
}

/** `null` where nobody answers: what was learned before counts all the same, and has been paid for. */
async function askAbout(
  deps: CheckDeps,
  pair: Undecided,
): Promise<{ text: string; costMicroUsd: number } | null> {
  try {
    return await deps.askSmallModel(buildClaimQuestion(pair), deps.closing);
  } catch (error) {
    deps.log.warn("claim_not_decided", { error });
    return null;
  }
}

/** Whatever was not answered is not waited for any more. */
function withVerdicts(message: ChatMessage, answers: readonly ClaimAnswer[]): ChatMessage {
  return {
    ...message,
    parts: message.parts.map((part) =>
      part.type === "data-claims"
        ? { ...part, data: { ...applyVerdicts(part.data, answers), pending: 0 } }
        : part,
    ),
  };
}

async function readSources(
  deps: CheckDeps,
  run: RunState,
  cited: readonly FoundSource[],
): Promise<ClaimSourceText[] | null> {
  const ledger = deps.createLedger(run.userId, run.conversationId);
  const ids = [...new Set(cited.map(({ evidenceId }) => evidenceId))];
  const late = new AbortController();
  const timeUp = sleep(readLimitMs, null, { signal: late.signal }).catch(() => null);
  const texts = await Promise.race([
    Promise.all(ids.map(async (id) => [id, await ledger.find(id)] as const)),
    timeUp,
  ]).finally(() => late.abort());
  if (texts === null) {
    deps.log.warn("answer_not_checked", { runId: run.id, code: "timeout" });
    return null;
  }
  const byId = new Map(texts);
  return cited.map((source) => toSourceText(source, byId.get(source.evidenceId) ?? null));
}

/** Of a result that was cited without being read only its own lines in the list count; everything else is blanked, so that places stay what they are. */
function toSourceText(source: FoundSource, evidence: Evidence | null): ClaimSourceText {
  const { number, evidenceId, title, publishedAt } = source;
  const text =
    evidence === null
      ? ""
      : evidence.kind === "page"
        ? evidence.text
        : maskOthers(evidence.text, source.snippet ?? "");
  return {
    number,
    evidenceId,
    title,
    text,
    retrievedAt: evidence?.retrievedAt ?? 0,
    ...(publishedAt === undefined ? {} : { publishedAt }),
  };
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
