import { toPlaceText, type LogPlace } from "@/lib/data/leases";
import type { ChatChunk } from "@/lib/protocol/chat-message";
import { isMark, type RunEntry, type RunMark } from "./run-entries";
import { addToHistory, createHistory, type RunHistory } from "./run-history";

const encoder = new TextEncoder();
const doneFrame = encoder.encode("data: [DONE]\n\n");

export type RunLog = ReturnType<typeof createRunLog>;

/** `after`: only what comes behind this place, which a line `id:` of the stream named; an unknown one means everything. */
export type FollowOptions = { after?: string | undefined; withStart?: boolean };

/** Where events go that must outlive the process. */
type Durable = { add(entry: RunEntry): void };

/**
 * The events of a run in memory: written once, encoded once, read by any number of followers at their own speed.
 * A follower holds a place in the list and never a buffer, so a slow one costs nothing and holds nobody back.
 */
export function createRunLog(durable: Durable | null = null) {
  const frames: Uint8Array<ArrayBuffer>[] = [];
  const history = createHistory();
  const places = new Map<string, number>();
  let progress: ChatChunk | null = null;
  let ending: "over" | "elsewhere" | null = null;
  let wake: (() => void) | null = null;
  let changed: Promise<void> | null = null;

  function announce(): void {
    wake?.();
    wake = null;
    changed = null;
  }

  function waitForChange(): Promise<void> {
    changed ??= new Promise((resolve) => (wake = resolve));
    return changed;
  }

  function show(chunk: ChatChunk): void {
    if (chunk.type === "data-progress") progress = chunk;
    addToHistory(history, chunk);
    frames.push(encodeFrame(chunk));
    announce();
  }

  function notePlace(place: LogPlace): void {
    if (ending !== null) return;
    const text = toPlaceText(place);
    frames.push(encoder.encode(`id: ${text}\n\n`));
    places.set(text, frames.length);
  }

  function listFrom({ after, withStart = false }: FollowOptions): Uint8Array<ArrayBuffer>[] {
    const from = after === undefined ? undefined : places.get(after);
    if (from === undefined) return [...history.chunks, ...(progress === null ? [] : [progress])].map(encodeFrame);
    const start = withStart ? history.chunks.slice(0, 1).map(encodeFrame) : [];
    return [...start, ...frames.slice(from)];
  }

  return {
    push(chunk: ChatChunk): void {
      if (ending !== null) return;
      durable?.add(chunk);
      show(chunk);
    },

    /** What only servers read. */
    mark(mark: RunMark): void {
      if (ending !== null) return;
      durable?.add(mark);
      addToHistory(history, mark);
    },

    /** Takes in what the store holds already, or is to hold as `place`. */
    load(entries: readonly RunEntry[], place: LogPlace): void {
      for (const entry of entries) {
        if (isMark(entry)) addToHistory(history, entry);
        else show(entry);
      }
      notePlace(place);
    },

    notePlace,

    /** Followers read to the end and leave. Without `isOver` the reply goes on elsewhere: they are not told that it is over. */
    end({ isOver = true } = {}): void {
      if (ending !== null) return;
      ending = isOver ? "over" : "elsewhere";
      announce();
    },

    /** All that was said and marked so far, which grows; a late follower and the reducer read its events. */
    history: (): Readonly<RunHistory> => history,
    chunks: (): readonly ChatChunk[] => history.chunks,

    /** Everything from the first event, or behind a place, then live, until the end. Cancelling it leaves the run alone. */
    follow(options: FollowOptions = {}): ReadableStream<Uint8Array<ArrayBuffer>> {
      let cursor = -1;
      let hasToldEnd = false;
      return new ReadableStream({
        async pull(controller) {
          for (;;) {
            const next = cursor === -1 ? listFrom(options) : frames.slice(cursor);
            cursor = frames.length;
            if (ending === "over" && !hasToldEnd) next.push(doneFrame);
            hasToldEnd ||= ending === "over";
            if (next.length > 0) return controller.enqueue(concatenate(next));
            if (ending !== null) return controller.close();
            await waitForChange();
          }
        },
      });
    },
  };
}

/** One event on the wire. */
export function encodeFrame(chunk: ChatChunk): Uint8Array<ArrayBuffer> {
  return encoder.encode(`data: ${JSON.stringify(chunk)}\n\n`);
}

/** A finished reply as the stream that made it, for somebody who asks for it again. */
export function replayChunks(chunks: readonly ChatChunk[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  const log = createRunLog();
  for (const chunk of chunks) log.push(chunk);
  log.end();
  return log.follow();
}

function concatenate(parts: Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return first;
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.byteLength, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.byteLength;
  }
  return whole;
}
