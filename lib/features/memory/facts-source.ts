import { awaitStore } from "@/lib/engine/context/read-context";
import type { ContextRequest, ContextSource } from "@/lib/engine/feature";
import { toOneLine } from "@/lib/engine/loop/prompt";
import { once } from "@/lib/engine/run/slot";
import type { Log } from "@/lib/log";
import type { Memory } from "./memory";
import type { PromptFacts } from "./recall";
import { reportUsedMemories } from "./report-memories";

type FactsDeps = { memory: Pick<Memory, "factsForPrompt">; log: Log };

const noFacts: PromptFacts = { facts: [], isOff: false };

/** What is remembered of the person, and whether they want none. Unreadable memory is done without. */
export function createFactsSource(deps: FactsDeps) {
  const read = once((request: ContextRequest) => readFacts(deps, request));
  const context: ContextSource = async (request) => {
    const { chunks, push } = request;
    const { facts, isOff } = await read(request);
    const texts = facts.map(({ content }) => ({ origin: "memory" as const, text: content }));
    const write = () => (facts.length === 0 ? "" : buildFactsNote(facts.map(({ content }) => content)));
    const on = (numbers: readonly number[]) =>
      reportUsedMemories(
        { chunks, push },
        numbers.flatMap((number) => facts[number - 1] ?? []),
      );
    return {
      ...{ pieces: [{ at: "person", texts, write }], named: { facts, on } },
      ...(isOff && { settings: { memoryEnabled: false } }),
    };
  };
  return { context, isMemoryOff: async (request: ContextRequest) => (await read(request)).isOff };
}

/** Without what was kept of this very question: a reply that is made again reads what the first one did. */
async function readFacts(
  { memory, log }: FactsDeps,
  { brief, signal }: ContextRequest,
): Promise<PromptFacts> {
  if (!brief.settings.memoryEnabled) return noFacts;
  try {
    const found = await awaitStore(signal, () => memory.factsForPrompt(brief.userId));
    return { ...found, facts: found.facts.filter(({ source }) => source?.messageId !== brief.question.id) };
  } catch (error) {
    log.warn("memory_not_read", { runId: brief.id, error });
    return noFacts;
  }
}

/**
 * What the model is told of the person, behind all that stays the same between turns, before the question.
 * Facts are numbered from 1, newest first; `createCitationFilter` takes the numbers out of the answer.
 */
export function buildFactsNote(facts: readonly string[]): string {
  const lines = facts.map((fact, index) => `- [m${index + 1}] ${toOneLine(fact)}`);
  return `[Note from Sextant, not from the person] What the person told you earlier, the newest first; where two disagree, the newer one holds:\n${lines.join("\n")}\nUse what matters for the question and leave out the rest. When your answer is different because of some of it, name those ids once at the very end of the answer, like [m1] or [m1, m2]; the person does not see that. Name none that you did not use.`;
}
