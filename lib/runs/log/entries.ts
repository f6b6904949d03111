import type { ChatChunk, EndReason, Outcome } from "@/lib/protocol/chat-message";
import type { StepRecord, ToolCallRecord } from "@/lib/protocol/run-record";
import type { LogBatch } from "@/lib/data/run-logs";

/** What only servers read of a run's log: what another worker needs to go on where this one was. */
export type RunMark =
  /** A call of the model is over: its record, and what all has cost and taken up to then. */
  | {
      mark: "step";
      step: StepRecord;
      costByTool: Record<string, number>;
      unpricedTokens: number;
      elapsedMs: number;
      forced: EndReason | null;
    }
  /** A call that changes something is about to be made, and has been made. `beside`: calls of the same step whose events come later than this. */
  | ({ mark: "intent"; beside?: MarkedCall[] } & MarkedCall)
  | ({ mark: "done"; output: unknown } & MarkedCall)
  /** Calls that were made between two calls of the model, and what all have cost. */
  | { mark: "calls"; calls: ToolCallRecord[]; costByTool: Record<string, number> }
  /** A long result stands for the model in these words from now on. */
  | { mark: "compact"; key: string; text: string }
  /** How the run ends, before that is saved. */
  | { mark: "end"; outcome: Outcome; reason?: EndReason }
  /** What the vendor wants back with the reasoning of this id, in the step that runs. */
  | { mark: "reasoning"; id: string; metadata: Record<string, never> };
export type MarkedCall = { callId: string; tool: string; input: unknown };

export type RunEntry = ChatChunk | RunMark;

export function isMark(entry: RunEntry): entry is RunMark {
  return "mark" in entry;
}

/** A batch's entries, one a line. */
export function toBody(entries: readonly RunEntry[]): string {
  return entries.map((entry) => JSON.stringify(entry)).join("\n");
}

export function toEntries({ body }: Pick<LogBatch, "body">): RunEntry[] {
  return body === "" ? [] : body.split("\n").map((line) => JSON.parse(line) as RunEntry);
}

/** Adds an entry; a delta is joined with the one before when both belong to one part. */
export function addEntry(list: RunEntry[], entry: RunEntry): void {
  const last = list.at(-1);
  const joined = last === undefined || isMark(last) || isMark(entry) ? null : joinDeltas(last, entry);
  if (joined === null) list.push(entry);
  else list[list.length - 1] = joined;
}

/**
 * Adds an event to the list that makes the message. A reset takes back the step that was open, as readers do: what it had shown is
 * not in the list any more.
 */
export function addCompact(list: ChatChunk[], chunk: ChatChunk): void {
  if (chunk.type === "reset-step") {
    const start = list.findLastIndex(({ type }) => type === "start-step");
    if (start !== -1) list.splice(start);
    return;
  }
  addEntry(list, chunk);
}

function joinDeltas(last: ChatChunk, next: ChatChunk): ChatChunk | null {
  if (last.type === "text-delta" && next.type === "text-delta" && last.id === next.id)
    return { ...last, delta: last.delta + next.delta };
  if (last.type === "reasoning-delta" && next.type === "reasoning-delta" && last.id === next.id)
    return { ...last, delta: last.delta + next.delta };
  return null;
}
