import { isToolUIPart } from "ai";
import { AppError } from "@/lib/errors";
import type { ChatChunk, ChatMessage, ChatPart } from "@/lib/protocol/chat-message";
import type {
  ReplayDifference,
  ReplayReply,
  TraceEntry,
  TraceEntryOf,
  TraceReply,
} from "@/lib/features/traces/shape/traces";
import { toSteeringText } from "@/lib/protocol/message-text";
import { closeOpenParts, reduceMessage } from "@/lib/engine/log/reduce-message";
import { addCompact } from "@/lib/engine/log/entries";
import { toPlain } from "./to-plain";
import { replayAttempt, type TracedTexts } from "./replay-attempt";

/**
 * Makes a recorded run again, with the loop of now and the answers of then; nothing outside is called. Says
 * where the message would be another one, but for ids and times. Throws `conflict` for a run without a call.
 */
export async function replayRun(
  { entries, faults }: Pick<TraceReply, "entries" | "faults">,
  message: ChatMessage,
): Promise<ReplayReply> {
  const kept = collectKept(entries);
  const dynamic = new Set(
    message.parts.flatMap((part) => (part.type === "dynamic-tool" ? [part.toolName] : [])),
  );
  const attempts = listAttempts(entries);
  const chunks: ChatChunk[] = [];
  const differences: ReplayDifference[] = [];
  let calls = 0;
  addEvents(chunks, entries.slice(0, attempts[0]?.index));
  for (const { entry, own, inside } of attempts) {
    const made = await replayAttempt(entry, inside, kept, dynamic);
    calls += inside.filter(({ kind }) => kind === "call").length;
    // A last step without tools is forced by a limit: it is no choice.
    for (const { recorded, replayed } of made.choices.filter((one) => one.replayed !== "none"))
      differences.push({ what: "choice", at: calls, recorded, replayed });
    for (const chunk of made.chunks) if (isCompared(chunk)) addCompact(chunks, chunk);
    addEvents(chunks, own);
  }
  const replayed = await reduceMessage([...chunks, ...closeOpenParts(chunks)], message.id, {});
  differences.push(...compare(toParts(message.parts.slice(countBase(entries))), toParts(replayed.parts)));
  return { isEqual: differences.length === 0, calls, differences, faults };
}

/** `own`: what was recorded until the next attempt, of which `inside` is the loop's. */
export type RecordedAttempt = {
  entry: TraceEntryOf<"attempt">;
  index: number;
  own: TraceEntry[];
  inside: TraceEntry[];
};

/** Throws `conflict` for a run without a call. */
export function listAttempts(entries: readonly TraceEntry[]): RecordedAttempt[] {
  const found = entries.flatMap((entry, index) => (entry.kind === "attempt" ? [{ entry, index }] : []));
  if (found.length === 0) throw new AppError("conflict", "No call of a model is recorded of this run.");
  return found.map(({ entry, index }, place) => {
    const own = entries.slice(index + 1, found[place + 1]?.index);
    const endsAt = own.findIndex(({ kind }) => kind === "attempt-end");
    return { entry, index, own, inside: endsAt === -1 ? own : own.slice(0, endsAt + 1) };
  });
}

export function collectKept(entries: readonly TraceEntry[]): TracedTexts {
  return {
    messages: new Map(entries.flatMap((entry) => (entry.kind === "message" ? [[entry.id, entry]] : []))),
    tools: new Map(entries.flatMap((entry) => (entry.kind === "tools" ? [[entry.id, entry]] : []))),
  };
}

/** What the loop did not make is taken as it was. */
function addEvents(chunks: ChatChunk[], entries: readonly TraceEntry[]): void {
  for (const entry of entries) {
    if (entry.kind !== "event") continue;
    const chunk = entry.chunk as unknown as ChatChunk;
    if (isCompared(chunk) || chunk.type === "file") addCompact(chunks, chunk);
  }
}

/** Files are stored by the run, and what stands beside the answer is no work of the loop. */
function isCompared({ type }: ChatChunk): boolean {
  return (
    !(type.startsWith("data-") || type.startsWith("source-") || type.includes("approval")) &&
    !beside.has(type)
  );
}
const beside: ReadonlySet<string> = new Set([
  "file",
  "start",
  "finish",
  "error",
  "abort",
  "message-metadata",
]);

/** How many parts the reply had before the run went on with it. */
function countBase(entries: readonly TraceEntry[]): number {
  const continued = entries.find((entry) => entry.kind === "note" && entry.name === "continued");
  const data = continued?.kind === "note" ? continued.data : null;
  return typeof data === "object" && data !== null && "parts" in data ? Number(data["parts"]) : 0;
}

/** What a message says and did, without ids and times, each part as one text. */
function toParts(parts: readonly ChatPart[]): string[] {
  return parts.flatMap((part): string[] => {
    if (isToolUIPart(part)) return [toToolText(part)];
    if (part.type === "text" || part.type === "reasoning")
      return part.text.trim() === "" ? [] : [`${part.type}: ${String(toPlain(part.text))}`];
    if (part.type === "steering-message") return [`steering: ${toSteeringText({ parts: [part] })}`];
    return part.type === "file" ? [`file: ${part.mediaType}`] : [];
  });
}

type AnyToolPart = Extract<ChatPart, { toolCallId: string }>;

function toToolText(part: AnyToolPart): string {
  const name = part.type === "dynamic-tool" ? part.toolName : part.type.slice("tool-".length);
  const { input, output, errorText } = part as { input?: unknown; output?: unknown; errorText?: string };
  return `${name}: ${JSON.stringify(toPlain([input, output ?? errorText ?? null]))}`;
}

function compare(recorded: readonly string[], replayed: readonly string[]): ReplayDifference[] {
  const count = Math.max(recorded.length, replayed.length);
  return Array.from({ length: count }, (_, at): ReplayDifference => {
    return { what: "part", at: at + 1, recorded: recorded[at] ?? null, replayed: replayed[at] ?? null };
  }).filter((pair) => pair.recorded !== pair.replayed);
}
