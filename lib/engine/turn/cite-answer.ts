import type { Log } from "@/lib/log";
import type { Reply } from "@/lib/engine/run/reply";
import { notices } from "@/lib/engine/loop/notices";
import { buildMissingCitationNote } from "@/lib/engine/loop/prompt";
import { withNewIds } from "@/lib/engine/loop/tidy-chunks";
import { findCitedNumbers } from "@/lib/protocol/cited-numbers";
import { findInsertions, insertCitations } from "./insert-citations";
import type { ChatChunk } from "@/lib/protocol/chat-message";
import { findNewestStep, toText } from "@/lib/engine/log/history";
import type { RunHost, RunTools } from "@/lib/engine/ports";
import type { Run, RunParts } from "@/lib/engine/run/run";
import type { AttemptEnd } from "./attempt";
import { isExamined, listFound } from "./examine";
import type { Attempt } from "./prepare";

/** It binds only what rests on a source: an answer of the model itself cites nothing. */
export function isCitationMissing(host: RunHost, run: RunParts): boolean {
  const { brief, account, reply } = run;
  const isBound = brief.task === null || isExamined(run);
  if (!brief.settings.requireCitations || !isBound || host.models().describe(account.model.ref()).isStandIn)
    return false;
  const isFound = listFound(host.tools, reply).some(({ kind }) => kind !== "recalled");
  return isFound && findCitedNumbers(reply.answer.text(), (number) => reply.sources.has(number)).length === 0;
}

/** The answer stays shown while its citations alone are asked for. */
export function startCiting(log: Log, run: Pick<Run, "brief" | "reply">, attempt: Attempt): Attempt {
  log.info("citations_asked_for", { runId: run.brief.id });
  const known = [...run.reply.sources.keys()].sort((one, other) => one - other);
  const answer = findNewestStep(run.reply.log.chunks());
  return { ...attempt, revision: { kind: "cite", note: buildMissingCitationNote(known), answer } };
}

/** Puts the citations into the answer, whose words stay; says that it has none where they do not come. */
export function settleCiting(
  tools: RunTools,
  reply: Reply,
  { revision }: Attempt,
  { text, error }: AttemptEnd,
): void {
  const answer = revision?.answer ?? [];
  const isKnown = (number: number) => reply.sources.has(number);
  const insertions = error === null ? findInsertions(toText(answer), text, isKnown) : null;
  if (insertions === null) return tellUncited(tools, reply);
  let offset = 0;
  const cited = answer.map((chunk): ChatChunk => {
    if (chunk.type !== "text-delta") return chunk;
    const delta = insertCitations(chunk.delta, insertions, offset);
    offset += chunk.delta.length;
    return { ...chunk, delta };
  });
  reply.log.push({ type: "reset-step" });
  for (const chunk of withNewIds(cited, reply.newPartId)) reply.log.push(chunk);
  reply.answer.start(toText(cited));
}

export function tellUncited(tools: RunTools, reply: Reply): void {
  const isRead = listFound(tools, reply).some(({ kind }) => kind === "read");
  reply.notice(notices.uncited(isRead));
}
