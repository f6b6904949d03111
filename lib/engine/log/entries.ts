import { z } from "zod";
import type { LogBatch } from "@/lib/engine/records/run-logs";
import {
  endReasonSchema,
  outcomeSchema,
  stepRecordSchema,
  toolCallRecordSchema,
} from "@/lib/engine/records/runs";
import { AppError, toAppError } from "@/lib/errors";
import type { ChatChunk } from "@/lib/protocol/chat-message";
import { dataParts, toKept } from "@/lib/protocol/parts";

/** Waiting for the person and being handed over are states of a run that goes on, not ends. */
const runEndSchema = z.object({ outcome: outcomeSchema, reason: endReasonSchema.exactOptional() });
export type RunEnd = z.output<typeof runEndSchema>;

const callSchema = z.object({ callId: z.string(), tool: z.string(), input: z.unknown() });
export type MarkedCall = z.output<typeof callSchema>;

const costByToolSchema = z.record(z.string(), z.number());

/** What only servers read of a run's log: what another worker needs to go on where this one was. */
const markSchema = z.discriminatedUnion("mark", [
  /** A call of the model is over: its record, and what all has cost and taken up to then. */
  z.object({
    mark: z.literal("step"),
    step: stepRecordSchema,
    costByTool: costByToolSchema,
    unpricedTokens: z.number(),
    elapsedMs: z.number(),
    forced: endReasonSchema.nullable(),
  }),
  /** A call that changes something is about to be made. `beside`: calls of its step whose events follow. */
  callSchema.extend({ mark: z.literal("intent"), beside: z.array(callSchema).exactOptional() }),
  /** Such a call has been made. */
  callSchema.extend({ mark: z.literal("done"), output: z.unknown() }),
  /** Calls that were made between two calls of the model, and what all have cost. */
  z.object({ mark: z.literal("calls"), calls: z.array(toolCallRecordSchema), costByTool: costByToolSchema }),
  /** A long result stands for the model in these words from now on. */
  z.object({ mark: z.literal("compact"), key: z.string(), text: z.string() }),
  /** How the run ends, before that is saved. */
  runEndSchema.extend({ mark: z.literal("end") }),
  /** What the vendor wants back with the reasoning of this id, in the step that runs. */
  z.object({ mark: z.literal("reasoning"), id: z.string(), metadata: z.custom<Record<string, never>>() }),
]);
export type RunMark = z.output<typeof markSchema>;

export type RunEntry = ChatChunk | RunMark;

export function isMark(entry: RunEntry): entry is RunMark {
  return "mark" in entry;
}

/** What each kind of event needs to be taken in; what else it carries is left as it is. */
const textFields = { id: z.string() };
const deltaFields = { id: z.string(), delta: z.string() };
const callFields = { toolCallId: z.string() };
const dataFields = { data: z.record(z.string(), z.unknown()) };
const chunkFields = {
  "text-start": textFields,
  "text-delta": deltaFields,
  "text-end": textFields,
  "reasoning-start": textFields,
  "reasoning-delta": deltaFields,
  "reasoning-end": textFields,
  "tool-input-start": { ...callFields, toolName: z.string() },
  "tool-input-delta": callFields,
  "tool-input-available": { ...callFields, toolName: z.string() },
  "tool-input-error": { ...callFields, toolName: z.string() },
  "tool-approval-request": { ...callFields, approvalId: z.string() },
  "tool-approval-response": { approvalId: z.string() },
  "tool-output-available": callFields,
  "tool-output-error": callFields,
  "tool-output-denied": callFields,
  "source-url": { sourceId: z.string() },
  "source-document": { sourceId: z.string() },
  file: { url: z.string() },
  "reasoning-file": {},
  "steering-message": { id: z.string(), parts: z.array(z.unknown()) },
  "start-step": {},
  "finish-step": {},
  "reset-step": {},
  start: {},
  finish: {},
  abort: {},
  custom: {},
  error: {},
  "message-metadata": {},
} satisfies Record<Exclude<ChatChunk["type"], `data-${string}`>, z.ZodRawShape>;
const chunkSchemas = new Map<string, z.ZodType>([
  ...Object.entries(chunkFields).map(([type, fields]) => [type, z.looseObject(fields)] as const),
  ...Object.keys(dataParts).map((name) => [`data-${name}`, z.looseObject(dataFields)] as const),
]);

const kindSchema = z.looseObject({ type: z.string() });

/** Throws `store_invalid` for an entry of an unknown kind, or one that misses what its kind needs. */
function parseEntry(line: string): RunEntry {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === "object" && value !== null && "mark" in value) return markSchema.parse(value);
    const chunk = kindSchema.parse(value);
    const schema = chunkSchemas.get(chunk.type);
    if (schema !== undefined) return schema.parse(chunk) as unknown as ChatChunk;
  } catch (cause) {
    throw new AppError("store_invalid", "What there was of this reply cannot be read.", { cause });
  }
  throw new AppError("store_invalid", "What there was of this reply is of an unknown kind.");
}

/** A batch's entries, one a line. */
export function toBody(entries: readonly RunEntry[]): string {
  return entries.map((entry) => JSON.stringify(entry)).join("\n");
}

type Body = Pick<LogBatch, "body">;

/** Throws `store_invalid`. */
export function toEntries({ body }: Body): RunEntry[] {
  return body === "" ? [] : body.split("\n").map(parseEntry);
}

/** The entries before the first unreadable one, in the batches' order, and what is wrong with that one. */
export function readEntries(batches: readonly Body[]): { entries: RunEntry[]; fault: AppError | null } {
  const entries: RunEntry[] = [];
  try {
    for (const { body } of batches)
      for (const line of body === "" ? [] : body.split("\n")) entries.push(parseEntry(line));
    return { entries, fault: null };
  } catch (error) {
    return { entries, fault: toAppError(error) };
  }
}

/**
 * Adds an entry; a delta is joined with the one before when both belong to one part, and of what is kept as
 * its newest alone that takes the place of the one before.
 */
export function addEntry(list: RunEntry[], entry: RunEntry): void {
  const known = findReplaced(list, entry);
  if (known !== -1) {
    list[known] = entry;
    return;
  }
  const last = list.at(-1);
  const joined = last === undefined || isMark(last) || isMark(entry) ? null : joinDeltas(last, entry);
  if (joined === null) list.push(entry);
  else list[list.length - 1] = joined;
}

/**
 * Adds an event to the list that makes the message. A reset takes back the step that was open, as readers do:
 * what it had shown is not in the list any more.
 */
export function addCompact(list: ChatChunk[], chunk: ChatChunk): void {
  if (chunk.type === "reset-step") {
    const start = list.findLastIndex(({ type }) => type === "start-step");
    if (start !== -1) list.splice(start);
    return;
  }
  addEntry(list, chunk);
}

/** The place of the entry whose newest state this is, or -1. */
function findReplaced(list: readonly RunEntry[], entry: RunEntry): number {
  if (isMark(entry) || toKept(entry) !== "newest") return -1;
  return list.findLastIndex((other) => !isMark(other) && other.type === entry.type);
}

function joinDeltas(last: ChatChunk, next: ChatChunk): ChatChunk | null {
  if (last.type === "text-delta" && next.type === "text-delta" && last.id === next.id)
    return { ...last, delta: last.delta + next.delta };
  if (last.type === "reasoning-delta" && next.type === "reasoning-delta" && last.id === next.id)
    return { ...last, delta: last.delta + next.delta };
  return null;
}
