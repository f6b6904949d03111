import { unknownPrice } from "@/lib/engine/loop/limits";
import type { ChatChunk, EndReason } from "@/lib/protocol/chat-message";
import type { LogBatch } from "@/lib/engine/records/run-logs";
import { toKept } from "@/lib/protocol/parts";
import type { StepRecord, ToolCallRecord } from "@/lib/protocol/run-record";
import { addCompact, isMark, readEntries, type RunEnd, type RunEntry, type RunMark } from "./entries";

/** What a run's log says of it: enough for any worker to go on. */
export type RunHistory = {
  /** The events that make the message so far: deltas joined, without what was taken back. */
  chunks: ChatChunk[];
  /** Where a step was taken back that has not begun again: to readers it goes on from its beginning. */
  takenBackAt: number | null;
  steps: StepRecord[];
  /** Calls that belong to no step yet. */
  calls: ToolCallRecord[];
  costByTool: Record<string, number>;
  unpricedTokens: number;
  elapsedMs: number;
  /** Why the newest step had to be the answer, if it had to. */
  forced: EndReason | null;
  /** The open step's changing calls: those about to be made and, by their ids, what came of those made. */
  intents: Extract<RunMark, { mark: "intent" }>[];
  outputs: Map<string, unknown>;
  /** Whether the newest call of the model is among the steps. */
  isCounted: boolean;
  /** What stands for long results, by their keys. */
  compacts: Map<string, string>;
  /** How the run ends, when it had come to its end. */
  end: RunEnd | null;
  /** What vendors want back with their reasoning, by the place of its end among the events. */
  reasoning: Map<number, Record<string, never>>;
};

export function createHistory(): RunHistory {
  return {
    chunks: [],
    takenBackAt: null,
    steps: [],
    calls: [],
    costByTool: {},
    unpricedTokens: 0,
    elapsedMs: 0,
    forced: null,
    intents: [],
    outputs: new Map(),
    isCounted: true,
    compacts: new Map(),
    end: null,
    reasoning: new Map(),
  };
}

/** Of a stored log, as far as it can be read. */
export function toHistory(batches: readonly LogBatch[]): RunHistory {
  const history = createHistory();
  for (const entry of readEntries(batches).entries) addToHistory(history, entry);
  return history;
}

/** Adds the newest entry, as it is made or as it was stored. */
export function addToHistory(history: RunHistory, entry: RunEntry): void {
  if (isMark(entry)) return addMark(history, entry);
  if (entry.type === "start-step" && history.takenBackAt !== null)
    history.chunks.splice(history.takenBackAt, 0, entry);
  else if (toKept(entry) !== "no") addCompact(history.chunks, entry);
  if (entry.type === "start-step") history.takenBackAt = null;
  if (entry.type === "reset-step") history.takenBackAt = history.chunks.length;
  if (entry.type === "start-step") history.isCounted = false;
  // A call with a result needs no sign: allowed calls are made between steps, where no border clears signs.
  if (entry.type === "tool-output-available") forgetSigns(history, entry.toolCallId);
  // Some servers use the ids of calls again in a later step.
  if (entry.type === "finish-step" || entry.type === "reset-step")
    Object.assign(history, { intents: [], outputs: new Map() });
  if (entry.type === "reset-step")
    for (const index of history.reasoning.keys())
      if (index >= history.chunks.length) history.reasoning.delete(index);
}

function forgetSigns(history: RunHistory, toolCallId: string): void {
  history.intents = history.intents.filter(({ callId }) => callId !== toolCallId);
  history.outputs.delete(toolCallId);
}

function addMark(history: RunHistory, entry: RunMark): void {
  switch (entry.mark) {
    case "step": {
      const { step, costByTool, unpricedTokens, elapsedMs, forced } = entry;
      history.steps.push(step);
      Object.assign(history, { costByTool, unpricedTokens, elapsedMs, forced, isCounted: true, calls: [] });
      return;
    }
    case "intent":
      history.intents.push(entry);
      return;
    case "done":
      history.outputs.set(entry.callId, entry.output);
      return;
    case "calls":
      Object.assign(history, { calls: entry.calls, costByTool: entry.costByTool });
      return;
    case "compact":
      history.compacts.set(entry.key, entry.text);
      return;
    case "end": {
      const { mark: _mark, ...end } = entry;
      history.end = end;
      return;
    }
    case "reasoning":
      history.reasoning.set(
        history.chunks.findLastIndex((chunk) => chunk.type === "reasoning-end" && chunk.id === entry.id),
        entry.metadata,
      );
      return;
    default:
      entry satisfies never;
  }
}

/** What counts against the person's money, in millionths of a dollar, with tokens of unknown price. */
export function toSpent({ steps, costByTool, unpricedTokens }: Readonly<RunHistory>): number {
  const costs = [
    ...steps.map(({ costMicroUsd }) => costMicroUsd),
    ...Object.values(costByTool),
    unpricedTokens * unknownPrice.input,
  ];
  return costs.reduce((sum, cost) => sum + cost, 0);
}

/** The events for the model: reasoning carries again what its vendor gave with it. */
export function toModelChunks({ chunks, reasoning }: RunHistory): ChatChunk[] {
  return chunks.map((chunk, index) => {
    const providerMetadata = reasoning.get(index);
    return chunk.type === "reasoning-end" && providerMetadata !== undefined
      ? { ...chunk, providerMetadata }
      : chunk;
  });
}

/** Some servers reuse call ids in later steps, so what is looked for by id is looked for in this one only. */
export function findNewestStep(chunks: readonly ChatChunk[]): readonly ChatChunk[] {
  return chunks.slice(
    Math.max(
      0,
      chunks.findLastIndex(({ type }) => type === "start-step"),
    ),
  );
}

/** The events of the step that was not finished; `null` when none was open. */
export function findOpenStep(chunks: readonly ChatChunk[]): ChatChunk[] | null {
  const start = chunks.findLastIndex(({ type }) => type === "start-step");
  const end = chunks.findLastIndex(({ type }) => type === "finish-step");
  return start > end ? chunks.slice(start) : null;
}

/**
 * Whether the newest step was the answer: it is finished and called nothing, and the person has said nothing
 * since. Only the run's end was not saved.
 */
export function isAnswered(chunks: readonly ChatChunk[]): boolean {
  const start = chunks.findLastIndex(({ type }) => type === "start-step");
  const last = chunks.slice(start);
  const isWhole =
    start !== -1 &&
    last.some(({ type }) => type === "finish-step") &&
    last.some(({ type }) => type === "text-delta");
  return isWhole && !last.some((chunk) => "toolCallId" in chunk || chunk.type === "steering-message");
}

type CallEndChunk = Extract<
  ChatChunk,
  { type: "tool-output-available" | "tool-output-error" | "tool-input-error" | "tool-output-denied" }
>;

/** Whether it says what came of a call. */
export function isCallEnd(chunk: ChatChunk): chunk is CallEndChunk {
  return (
    chunk.type === "tool-output-available" ||
    chunk.type === "tool-output-error" ||
    chunk.type === "tool-input-error" ||
    chunk.type === "tool-output-denied"
  );
}

/** The text of the newest step. */
export function readNewestText(chunks: readonly ChatChunk[]): string {
  return toText(findNewestStep(chunks));
}

export function toText(chunks: readonly ChatChunk[]): string {
  return chunks.map((chunk) => (chunk.type === "text-delta" ? chunk.delta : "")).join("");
}

/** Whether the newest step has called nothing. */
export function isOnlyText(chunks: readonly ChatChunk[]): boolean {
  return !findNewestStep(chunks).some((chunk) => "toolCallId" in chunk);
}

/** The text parts of the message that the events make, in order. */
export function listTextParts(chunks: readonly ChatChunk[]): string[] {
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
