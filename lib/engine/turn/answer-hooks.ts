import type { AfterStore, EndedRun, WholeAnswer } from "@/lib/engine/feature";
import { listSmallModels } from "@/lib/engine/answer/title";
import type { RunEnd } from "@/lib/engine/log/entries";
import type { RunHost } from "@/lib/engine/ports";
import type { Run, RunParts } from "@/lib/engine/run/run";
import type { MessageMetadata } from "@/lib/protocol/chat-message";

/** What subjects say of a whole answer, and what they do once it is stored. Never throws. */
export async function callAnswerHooks(
  host: RunHost,
  { brief, context, reply, account }: RunParts,
  end: RunEnd,
): Promise<{ metadata: MessageMetadata; after: AfterStore[] }> {
  const metadata: MessageMetadata = {};
  const after: AfterStore[] = [];
  const answer: WholeAnswer = {
    ...{ brief, end, text: reply.answer.text(), sources: reply.sources },
    isStandIn: host.models().describe(account.model.ref()).isStandIn,
    hasSmallModel: listSmallModels(host.models(), brief.settings).length > 0,
    earlier: context.opened()?.messages ?? [],
    ...{ chunks: reply.log.chunks, ownChunks: reply.ownChunks, push: reply.log.push },
    annotate: (more) => void Object.assign(metadata, more),
    addCost: account.meter.addCost,
  };
  for (const hook of host.features.flatMap(({ onAnswer }) => onAnswer ?? []))
    try {
      const next = await hook(answer);
      if (next !== null) after.push(next);
    } catch (error) {
      host.log.warn("answer_hook_failed", { runId: brief.id, error });
    }
  return { metadata, after };
}

/** Tells all who hear of ended runs; one that fails is logged. Never rejects. */
export async function tellEnded(
  { features, log }: RunHost,
  { brief, context, account }: Pick<Run, "brief" | "context" | "account">,
  known: Pick<EndedRun, "record" | "message" | "isSaved" | "traced">,
): Promise<void> {
  const ended: EndedRun = {
    ...known,
    userId: brief.userId,
    isFirstToday: brief.place.isFirstToday,
    fellBack: account.model.hasFallenBack(),
    contextTokens: context.given().room?.total ?? null,
    asked: account.asked(),
  };
  const onFailure = (error: unknown) => log.warn("run_not_told", { runId: brief.id, error });
  await Promise.all(features.flatMap(({ onEnded }) => onEnded?.(ended).catch(onFailure) ?? []));
}
