import { jsonSchema, tool, type ModelMessage, type ToolSet } from "ai";
import { runAgent, type AgentOptions } from "@/lib/engine/loop/run-agent";
import type { ChatChunk } from "@/lib/protocol/chat-message";
import { isThought } from "@/lib/protocol/thought-metadata";
import type { TraceEntry, TraceEntryOf, TraceStanding } from "@/lib/features/traces/shape/traces";
import { filterCitations } from "@/lib/engine/turn/filter-citations";
import { toThoughtStep } from "@/lib/engine/turn/withdraw-text";
import { createRecordedModel } from "./recorded-model";

/** What is kept once and named by many: messages and tools by digest. */
export type TracedTexts = {
  messages: ReadonlyMap<string, TraceEntryOf<"message">>;
  tools: ReadonlyMap<string, TraceEntryOf<"tools">>;
};
export type ReplayedAttempt = { chunks: ChatChunk[]; choices: { recorded: string; replayed: string }[] };

const idle = () => undefined;
const longestMs = 30_000;
const nowhere: TraceStanding = {
  spentMicroUsd: 0,
  elapsedMs: 0,
  price: { input: 0, output: 0 },
  given: 0,
  sent: 0,
};

/** The very loop again, over what one attempt recorded. `dynamic`: tools that the type does not know. */
export async function replayAttempt(
  attempt: TraceEntryOf<"attempt">,
  entries: readonly TraceEntry[],
  kept: TracedTexts,
  dynamic: ReadonlySet<string>,
): Promise<ReplayedAttempt> {
  const calls = entries.filter((entry) => entry.kind === "call");
  const choices: ReplayedAttempt["choices"] = [];
  if (calls.length === 0) return { chunks: [], choices };
  const clock = createClock(entries);
  const known = new Set(attempt.sources);
  const model = createRecordedModel(calls, {
    onBegin(index, replayed) {
      for (const { id, text } of listSteers(entries, index)) agent.steer({ id, text });
      const { toolChoice: recorded = "none" } = calls[index] ?? {};
      if (recorded !== replayed) choices.push({ recorded, replayed });
    },
    onEnd: clock.next,
  });
  const agent = runAgent({
    ...toLoopOptions(attempt, entries, kept, clock.standing),
    model,
    tools: toTools(entries, kept, known),
    isDynamic: (name) => dynamic.has(name),
  });
  const chunks: ChatChunk[] = [];
  const cited = filterCitations(agent.chunks, {
    sources: known,
    ...{ onUnknown: idle, named: { facts: attempt.memories, on: idle } },
  });
  try {
    for await (const chunk of cited) {
      if (chunk.type !== "text-end" || !isThought(chunk.providerMetadata)) chunks.push(chunk);
      else {
        const step = chunks.splice(chunks.findLastIndex(({ type }) => type === "start-step"));
        chunks.push(...toThoughtStep(step, chunk.id, attempt.options.reasoningVisible));
      }
    }
  } catch {
    // As the attempt ended: what is compared is what it had said.
  }
  return { chunks, choices };
}

type LoopOptions = Omit<AgentOptions, "model" | "tools" | "isDynamic">;

function toLoopOptions(
  { options }: TraceEntryOf<"attempt">,
  entries: readonly TraceEntry[],
  kept: TracedTexts,
  standing: () => TraceStanding,
): LoopOptions {
  return {
    ...options,
    ...toPrompt(entries, kept),
    before: { ...options.before, traces: options.before.traces as never },
    fit: (messages) => [...messages],
    signal: AbortSignal.timeout(longestMs),
    startedAt: () => 0,
    now: () => standing().elapsedMs,
    spentMicroUsd: () => standing().spentMicroUsd,
    priceNow: () => standing().price,
    onStepStart: idle,
    onStepEnd: idle,
    onStuck: idle,
    takeFindings: () => [],
    onReasoning: idle,
    approvalSecret: "replay",
    needsConsent: async (name, input) => findJudgement(entries, name, input) === "ask",
  };
}

/** Where the loop stood before each of its decisions. */
function createClock(entries: readonly TraceEntry[]) {
  const standings = entries.flatMap((entry) =>
    entry.kind === "call" || entry.kind === "attempt-end" ? (entry.standing ?? []) : [],
  );
  let at = 0;
  return {
    standing: (): TraceStanding => standings[at] ?? standings.at(-1) ?? nowhere,
    next: (): void => void (at += 1),
  };
}

/** The person's words that the call after this one was the first to read. */
export function listSteers(entries: readonly TraceEntry[], index: number): TraceEntryOf<"steer">[] {
  let calls = -1;
  return entries.filter((entry): entry is TraceEntryOf<"steer"> => {
    if (entry.kind === "call") calls += 1;
    return entry.kind === "steer" && calls === index;
  });
}

function findJudgement(entries: readonly TraceEntry[], name: string, input: unknown): string | null {
  const text = JSON.stringify(input);
  const judged = entries.find(
    (entry) => entry.kind === "consent" && entry.tool === name && JSON.stringify(entry.input) === text,
  );
  return judged?.kind === "consent" ? judged.judged : null;
}

/** What the first call was sent. Files are not kept: a line stands for each. */
export function toPrompt(
  entries: readonly TraceEntry[],
  { messages }: TracedTexts,
): Pick<AgentOptions, "instructions" | "messages"> {
  const first = entries.find((entry) => entry.kind === "call");
  const sent = (first?.kind === "call" ? first.messages : []).flatMap((id) => messages.get(id) ?? []);
  const system = sent.find(({ role }) => role === "system")?.content;
  return {
    instructions: typeof system === "string" ? system : "",
    messages: sent.filter(({ role }) => role !== "system").flatMap(toModelMessage),
  };
}

function toModelMessage({ role, content }: TraceEntryOf<"message">): ModelMessage[] {
  const parts = Array.isArray(content) ? content : [];
  const held = parts.flatMap((part) => {
    const { type } = part as { type?: unknown };
    if (type === "file") return [{ type: "text", text: "[file]" }];
    // What was allowed before the loop began has its result beside it.
    return type === "tool-approval-response" || type === "tool-approval-request" ? [] : [part];
  });
  return held.length === 0 ? [] : [{ role, content: held } as unknown as ModelMessage];
}

/** Tools by their recorded names, each call with what it gave. */
function toTools(entries: readonly TraceEntry[], kept: TracedTexts, known: Set<number>): ToolSet {
  // Some models give a later call the id of an earlier one.
  const results = entries.filter((entry) => entry.kind === "tool");
  return Object.fromEntries(
    listOffered(entries, kept).map(({ name, description = "", inputSchema = {} }) => [
      name,
      tool({
        description,
        inputSchema: jsonSchema(inputSchema),
        execute: async (_input, { toolCallId }) => {
          const at = results.findIndex(({ callId, tool }) => callId === toolCallId && tool === name);
          const [result] = at === -1 ? [] : results.splice(at, 1);
          if (result === undefined) throw new Error("Nothing is recorded of this call.");
          for (const number of result.sources) known.add(number);
          return result.output;
        },
      }),
    ]),
  );
}

export type OfferedTool = { name: string; description?: string; inputSchema?: object };

/** The tools that these calls of the model were offered, as they were described to it. */
export function listOffered(entries: readonly TraceEntry[], { tools }: TracedTexts): OfferedTool[] {
  return entries.flatMap((entry) =>
    entry.kind === "call" && entry.tools !== null ? (tools.get(entry.tools)?.tools ?? []) : [],
  ) as OfferedTool[];
}
