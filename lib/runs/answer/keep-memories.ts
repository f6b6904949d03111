import { findExplicitFacts } from "@/lib/memory/learn/triggers/find-explicit-facts";
import type { MemoriesData } from "@/lib/protocol/memories";
import type { ToolOutputs } from "@/lib/protocol/tool-results";
import { toMessageText } from "@/lib/protocol/message-text";
import { listRunResults } from "@/lib/runs/approvals/judge-calls";
import type { Meter } from "@/lib/runs/state/meter";
import type { RunDeps } from "@/lib/runs/ports";
import type { RunState } from "@/lib/runs/state/run-state";
import { tellSavedFacts } from "./tell-memories";

/**
 * Keeps what the person asked to be kept in so many words, where the model has not, and tells beside the answer what was kept. The
 * question is the person's own words, whatever pages said meanwhile.
 */
export async function keepMemories(deps: Pick<RunDeps, "memory" | "log">, run: RunState): Promise<void> {
  const saved = listSaved(run);
  if (run.settings.memoryEnabled && saved.length === 0)
    saved.push(...(await keepExplicit(deps, run, run.meter)));
  tellSavedFacts(run, saved);
}

function listSaved(run: RunState): MemoriesData["saved"] {
  const outputs = listRunResults(run.log.chunks().slice(run.baseLength)).flatMap(({ tool, output }) =>
    tool === "memory_save" ? [output as ToolOutputs["memory_save"]] : [],
  );
  return outputs.flatMap((output) =>
    output.ok
      ? output.data.saved.map(({ id, content, replaced }) => ({ id, content, replaced: replaced ?? null }))
      : [],
  );
}

async function keepExplicit(
  deps: Pick<RunDeps, "memory" | "log">,
  { id, userId, conversationId, userMessage }: RunState,
  meter: Meter,
): Promise<MemoriesData["saved"]> {
  const facts = findExplicitFacts(toMessageText(userMessage));
  if (facts.length === 0) return [];
  try {
    const source = { conversationId, messageId: userMessage.id };
    const { saved, costMicroUsd } = await deps.memory.addOnce(userId, facts, {
      source,
      key: `said/${conversationId}/${userMessage.id}`,
      origin: "phrase",
    });
    meter.addCost("memory", costMicroUsd);
    return saved.map(({ id: factId, content, replaced }) => ({ id: factId, content, replaced }));
  } catch (error) {
    deps.log.warn("facts_not_kept", { runId: id, error });
    return [];
  }
}
