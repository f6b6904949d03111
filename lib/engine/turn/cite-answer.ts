import { notices } from "@/lib/engine/loop/notices";
import { buildMissingCitationNote } from "@/lib/engine/loop/prompt";
import { withNewIds } from "@/lib/engine/loop/tidy-chunks";
import { findCitedNumbers } from "@/lib/evidence/citations";
import { findInsertions, insertCitations } from "@/lib/evidence/insert-citations";
import type { ChatChunk } from "@/lib/protocol/chat-message";
import { findNewestStep, toText } from "@/lib/engine/log/history";
import type { RunDeps } from "@/lib/engine/ports";
import type { RunState } from "@/lib/engine/run/run-state";
import type { AttemptEnd } from "./attempt";
import { isExamined, listFound } from "./examine";
import type { Attempt } from "./prepare";

/** It binds only what rests on a source: an answer of the model itself cites nothing. */
export function isCitationMissing(deps: Pick<RunDeps, "tools" | "models">, run: RunState): boolean {
  const isBound = run.task === null || isExamined(run);
  if (!run.settings.requireCitations || !isBound || deps.models().describe(run.served()).isStandIn) return false;
  const isFound = listFound(deps, run).some(({ kind }) => kind !== "recalled");
  return isFound && findCitedNumbers(run.answer(), (number) => run.sources.has(number)).length === 0;
}

/** The answer stays shown while its citations alone are asked for. */
export function startCiting({ log }: Pick<RunDeps, "log">, run: RunState, attempt: Attempt): Attempt {
  log.info("citations_asked_for", { runId: run.id });
  const known = [...run.sources.keys()].sort((one, other) => one - other);
  const answer = findNewestStep(run.log.chunks());
  return { ...attempt, repair: { kind: "cite", note: buildMissingCitationNote(known), answer } };
}

/** Puts the citations into the answer, whose words stay; says that it has none where they do not come. */
export function settleCiting(
  deps: Pick<RunDeps, "tools" | "models">,
  run: RunState,
  { repair }: Attempt,
  { text, error }: AttemptEnd,
): void {
  const answer = repair?.answer ?? [];
  const isKnown = (number: number) => run.sources.has(number);
  const insertions = error === null ? findInsertions(toText(answer), text, isKnown) : null;
  if (insertions === null) return tellUncited(deps, run);
  let offset = 0;
  const cited = answer.map((chunk): ChatChunk => {
    if (chunk.type !== "text-delta") return chunk;
    const delta = insertCitations(chunk.delta, insertions, offset);
    offset += chunk.delta.length;
    return { ...chunk, delta };
  });
  run.log.push({ type: "reset-step" });
  for (const chunk of withNewIds(cited, run.newPartId)) run.log.push(chunk);
  run.startAnswer(toText(cited));
}

export function tellUncited(deps: Pick<RunDeps, "tools" | "models">, run: RunState): void {
  const isRead = listFound(deps, run).some(({ kind }) => kind === "read");
  run.notice(notices.uncited(isRead));
}
