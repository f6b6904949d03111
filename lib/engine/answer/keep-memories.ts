import type { Reply } from "@/lib/engine/run/reply";
import { findSetPhrases } from "@/lib/memory/learn/set-phrases";
import type { MemoriesData } from "@/lib/protocol/memories";
import type { ToolOutputs } from "@/lib/protocol/tools";
import { listOffers, splitByHand } from "@/lib/protocol/message-text";
import { listRunResults } from "@/lib/engine/consent/judge-calls";
import type { Meter } from "@/lib/engine/run/meter";
import type { RunDeps } from "@/lib/engine/ports";
import type { Run } from "@/lib/engine/run/run";
import { reportSavedMemories } from "./report-memories";

type Kept = { saved: MemoriesData["saved"]; secretsLeftOut: number };

/**
 * Keeps what the person asked to be remembered in a set phrase, where the model has not, and says beside the
 * answer what was kept. The question is the person's own words, whatever pages said meanwhile.
 */
export async function keepMemories(
  deps: Pick<RunDeps, "memory" | "log">,
  run: Pick<Run, "brief" | "context" | "reply" | "account">,
): Promise<void> {
  const saved = listSaved(run.reply);
  // What is asked by itself, again and again, asks nobody to remember anything.
  const isOpen =
    run.brief.settings.memoryEnabled && saved.length === 0 && run.brief.options.workflow === undefined;
  reportSavedMemories(
    run.reply,
    isOpen ? await keepSetPhrases(deps, run, run.account.meter) : { saved, secretsLeftOut: 0 },
  );
}

function listSaved(reply: Reply): MemoriesData["saved"] {
  const outputs = listRunResults(reply.log.chunks().slice(reply.baseLength)).flatMap(({ tool, output }) =>
    tool === "memory_save" ? [output as ToolOutputs["memory_save"]] : [],
  );
  return outputs.flatMap((output) =>
    output.ok
      ? output.data.saved.map(({ id, content, replaced }) => ({ id, content, replaced: replaced ?? null }))
      : [],
  );
}

async function keepSetPhrases(
  deps: Pick<RunDeps, "memory" | "log">,
  {
    brief: { id: runId, userId, conversationId, question: userMessage },
    context: { opened: context },
  }: Pick<Run, "brief" | "context">,
  meter: Meter,
): Promise<Kept> {
  const facts = findSetPhrases(splitByHand(userMessage, listOffers(context()?.messages ?? [])).typed);
  if (facts.length === 0) return { saved: [], secretsLeftOut: 0 };
  try {
    const { saved, skipped, costMicroUsd } = await deps.memory.addOnce(userId, facts, {
      source: { conversationId, messageId: userMessage.id },
      key: `said/${conversationId}/${userMessage.id}`,
      origin: "phrase",
    });
    meter.addCost("memory", costMicroUsd);
    return {
      saved: saved.map(({ id, content, replaced }) => ({ id, content, replaced })),
      secretsLeftOut: skipped.filter(({ isSecret }) => isSecret).length,
    };
  } catch (error) {
    deps.log.warn("facts_not_kept", { runId, error });
    return { saved: [], secretsLeftOut: 0 };
  }
}
