import type { ContextRequest } from "@/lib/engine/feature";
import { toOneLine } from "@/lib/engine/loop/prompt";
import type { RecallSaid } from "./find-said";
import type { Log } from "@/lib/log";
import { splitByHand } from "@/lib/protocol/message-text";

type SaidDeps = {
  recallSaid: RecallSaid;
  isMemoryOff: (request: ContextRequest) => Promise<boolean>;
  log: Log;
};

const mostRecalledCharacters = 200;
const searchTool = "search_conversations";

/**
 * What the person asked in other conversations that is near the question, in their own words of then, and no
 * others: what an answer said may come from a page. The answer is read by a tool, which says so.
 */
export async function readSaid(deps: SaidDeps, request: ContextRequest): Promise<string[]> {
  const { brief, signal } = request;
  const question = splitByHand(brief.question).typed.trim();
  if (!brief.settings.memoryEnabled || question === "") return [];
  try {
    const place = { exceptConversationId: brief.conversationId, signal };
    const { near, costMicroUsd } = await deps.recallSaid(brief.userId, question, place);
    request.addCost(searchTool, costMicroUsd);
    if (await deps.isMemoryOff(request)) return [];
    return near.flatMap(({ at, question: { message } }) => {
      const words = splitByHand(message).typed.replace(/\s+/gu, " ").trim().slice(0, mostRecalledCharacters);
      return words === "" ? [] : [`${new Date(at).toISOString().slice(0, 10)}: ${words.toWellFormed()}`];
    });
  } catch (error) {
    signal.throwIfAborted();
    deps.log.warn("conversations_not_recalled", { runId: brief.id, error });
    return [];
  }
}

/** With the days. `tools`: those that are offered, by one of which the answers are found. */
export function buildSaidNote(said: readonly string[], tools: readonly string[]): string {
  if (said.length === 0) return "";
  const read = tools.includes(searchTool) ? ` ${searchTool} gives what was answered then.` : "";
  return `[Note from Sextant, not from the person] The person asked this in other conversations; it may have nothing to do with the question:\n${said.map((words) => `- ${toOneLine(words)}`).join("\n")}\nUse it only where it helps.${read}`;
}
