import { findMemoriesPart, reportSavedMemories } from "./report-memories";
import { listRunResults } from "@/lib/engine/consent/judge-calls";
import type { AnswerHook, WholeAnswer } from "@/lib/engine/feature";
import type { Log } from "@/lib/log";
import { findSetPhrases } from "@/lib/features/memory/learn/set-phrases";
import type { Memory } from "./memory";
import type { ChatChunk } from "@/lib/protocol/chat-message";
import type { MemoriesData } from "./shape";
import { listOffers, splitByHand } from "@/lib/protocol/message-text";
import { toSavedFacts } from "@/lib/features/memory/tools/memory-save/schema";

type KeptMemories = { saved: MemoriesData["saved"]; secretsLeftOut: number };

type KeepDeps = { memory: Memory; log: Log };

/**
 * Keeps what the person asked to be remembered in a set phrase, where the model has not, and says beside the
 * answer what was kept. The question is the person's own words, whatever pages said meanwhile. Facts that the
 * answer named count as used once it is stored.
 */
export function createKeepMemories(deps: KeepDeps): AnswerHook {
  return async (answer) => {
    const { settings, options, task, userId, conversationId, messageId } = answer.brief;
    const saved = listSaved(answer.ownChunks());
    // What is asked by itself, again and again, asks nobody to remember anything.
    const isOpen = settings.memoryEnabled && saved.length === 0 && options.workflow === undefined;
    reportSavedMemories(answer, isOpen ? await keepSetPhrases(deps, answer) : { saved, secretsLeftOut: 0 });
    const used = findMemoriesPart(answer.chunks())?.used.map(({ id }) => id) ?? [];
    if (used.length === 0 || task !== null) return null;
    const place = { conversationId, messageId };
    return { event: "use_not_counted", work: () => deps.memory.markUsed(userId, used, place) };
  };
}

function listSaved(chunks: readonly ChatChunk[]): MemoriesData["saved"] {
  return listRunResults(chunks)
    .flatMap(toSavedFacts)
    .map(({ id, content, replaced }) => ({ id, content, replaced: replaced ?? null }));
}

async function keepSetPhrases(
  { memory, log }: KeepDeps,
  { brief, earlier, addCost }: WholeAnswer,
): Promise<KeptMemories> {
  const { id: runId, userId, conversationId, question } = brief;
  const facts = findSetPhrases(splitByHand(question, listOffers(earlier)).typed);
  if (facts.length === 0) return { saved: [], secretsLeftOut: 0 };
  try {
    const { saved, skipped, costMicroUsd } = await memory.addOnce(userId, facts, {
      source: { conversationId, messageId: question.id },
      key: `said/${conversationId}/${question.id}`,
      origin: "phrase",
    });
    addCost("memory", costMicroUsd);
    return {
      saved: saved.map(({ id, content, replaced }) => ({ id, content, replaced })),
      secretsLeftOut: skipped.filter(({ isSecret }) => isSecret).length,
    };
  } catch (error) {
    log.warn("facts_not_kept", { runId, error });
    return { saved: [], secretsLeftOut: 0 };
  }
}
