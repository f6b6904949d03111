import { toCursorText, type LogCursor } from "@/lib/engine/records/run-logs";
import type { ChatChunk } from "@/lib/protocol/chat-message";
import { toKept } from "@/lib/protocol/parts";
import { isMark, type RunEntry, type RunMark } from "./entries";
import { addToHistory, createHistory, type RunHistory } from "./history";
import { toShownOutput } from "@/lib/protocol/shown-message";

export type RunLog = ReturnType<typeof createRunLog>;

/** `after`: only what is behind this place, named by an `id:` line of the stream; if unknown, everything. */
export type FollowOptions = {
  after?: string | undefined;
  withStart?: boolean;
  /** Also while the run waits for the person; else that is an end. */
  staysWaiting?: boolean | undefined;
  /** Called once, when the stream is over or its reader has left. */
  onClose?: (() => void) | undefined;
};

/**
 * How a log ends: with the run, before it is over because it goes on elsewhere, which readers hear no end of,
 * or until the person has answered.
 */
export type LogEnd = "over" | "elsewhere" | "waiting";

/** Where events go that must outlive the process. */
type Durable = { add(entry: RunEntry): void };

/** The events of a run in memory: what makes the message, and what its followers read. */
export function createRunLog(
  durable: Durable | null = null,
  onShown: (chunk: ChatChunk) => void = () => undefined,
) {
  const frames = createFrames();
  const history = createHistory();
  /** What is not kept, as it stands. */
  const passing = new Map<string, ChatChunk>();

  function show(chunk: ChatChunk): void {
    if (toKept(chunk) === "no") passing.set(chunk.type, chunk);
    const isBegun = chunk.type === "start-step" && history.takenBackAt !== null;
    addToHistory(history, chunk);
    if (!isBegun) frames.push(encodeFrame(chunk));
  }

  function listFrom({ after, withStart = false }: FollowOptions): Frame[] {
    const behind = after === undefined ? null : frames.listBehind(after);
    if (behind === null) return [...history.chunks, ...passing.values()].map(encodeFrame);
    return [...(withStart ? history.chunks.slice(0, 1).map(encodeFrame) : []), ...behind];
  }

  return {
    push(chunk: ChatChunk): void {
      if (frames.isEnded()) return;
      durable?.add(chunk);
      onShown(chunk);
      show(chunk);
    },

    /** What only servers read. */
    mark(mark: RunMark): void {
      if (frames.isEnded()) return;
      durable?.add(mark);
      addToHistory(history, mark);
    },

    /** Takes in what the store holds already, or is to hold as the batch at `cursor`. */
    load(entries: readonly RunEntry[], cursor: LogCursor): void {
      for (const entry of entries) {
        if (isMark(entry)) addToHistory(history, entry);
        else show(entry);
      }
      frames.noteCursor(toCursorText(cursor));
    },

    noteCursor: (cursor: LogCursor): void => frames.noteCursor(toCursorText(cursor)),

    /** Followers read to the end and leave. */
    end: (how: LogEnd = "over"): void => frames.end(how),

    /** All that was said and marked so far, which grows; a late follower and the reducer read its events. */
    history: (): Readonly<RunHistory> => history,
    chunks: (): readonly ChatChunk[] => history.chunks,

    /** From the first event or behind a place, then live until the end. Cancelling leaves the run alone. */
    follow: (options: FollowOptions = {}): ReadableStream<Frame> =>
      frames.follow(() => listFrom(options), options.onClose),
  };
}

/** A finished reply as the stream that made it, for somebody who asks for it again. */
export function replayChunks(chunks: readonly ChatChunk[], onClose?: () => void): ReadableStream<Frame> {
  const log = createRunLog();
  for (const chunk of chunks) log.push(chunk);
  log.end();
  return log.follow({ onClose });
}

type Frame = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();
const doneFrame = encoder.encode("data: [DONE]\n\n");
/** What readers get after the last event. A run that waits says nothing of how it ends. */
const lastFrames = {
  over: [doneFrame],
  elsewhere: [],
  waiting: [encodeFrame({ type: "finish" }), doneFrame],
} satisfies Record<LogEnd, Frame[]>;

/** One event on the wire. */
function encodeFrame(chunk: ChatChunk): Frame {
  const shown =
    chunk.type === "tool-output-available" ? { ...chunk, output: toShownOutput(chunk.output) } : chunk;
  return encoder.encode(`data: ${JSON.stringify(shown)}\n\n`);
}

/**
 * What goes out to a run's followers: encoded once, read by any number of them at their own speed. A follower
 * holds a position in the list and never a buffer, so a slow one costs nothing and holds nobody back.
 */
function createFrames() {
  const frames: Frame[] = [];
  const cursors = new Map<string, number>();
  let ending: LogEnd | null = null;
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

  return {
    isEnded: (): boolean => ending !== null,
    push(frame: Frame): void {
      if (ending !== null) return;
      frames.push(frame);
      announce();
    },
    /** Tells followers the name of this position, behind which they may ask for the rest. */
    noteCursor(name: string): void {
      if (ending !== null) return;
      frames.push(encoder.encode(`id: ${name}\n\n`));
      cursors.set(name, frames.length);
    },
    /** `null` for a position that nobody named. */
    listBehind(name: string): Frame[] | null {
      const from = cursors.get(name);
      return from === undefined ? null : frames.slice(from);
    },
    end(how: LogEnd): void {
      ending ??= how;
      announce();
    },
    /** `listFirst` is asked when the reader begins to read; then it gets what comes. */
    follow(listFirst: () => Frame[], onClose?: () => void): ReadableStream<Frame> {
      const takeNext = createTaker(frames, listFirst, () => lastFrames[ending ?? "elsewhere"]);
      return new ReadableStream({
        async pull(controller) {
          for (;;) {
            const next = takeNext();
            if (next.length > 0) return controller.enqueue(concatenate(next));
            if (ending !== null) {
              onClose?.();
              return controller.close();
            }
            await waitForChange();
          }
        },
        cancel: () => onClose?.(),
      });
    },
  };
}

/** What one follower reads next: first what is there, then what came since, then the end. */
function createTaker(
  frames: readonly Frame[],
  listFirst: () => Frame[],
  readEnd: () => Frame[],
): () => Frame[] {
  let cursor = -1;
  let beginning: Frame[] = [];
  let hasToldEnd = false;
  return () => {
    if (cursor === -1) {
      beginning = listFirst();
      cursor = frames.length;
    }
    if (beginning.length > 0) return beginning.splice(0, countFitting(beginning, 0));
    const next = frames.slice(cursor, cursor + countFitting(frames, cursor));
    cursor += next.length;
    const end = readEnd();
    if (end.length === 0 || cursor < frames.length || hasToldEnd) return next;
    hasToldEnd = true;
    return [...next, ...end];
  };
}

/** Who is far behind gets what is there in pieces of about this size, and holds no copy of all of it. */
const pieceBytes = 64_000;

/** How many of the frames from a place on make one piece: one at least, where there is one. */
function countFitting(frames: readonly Frame[], from: number): number {
  let bytes = 0;
  let count = 0;
  for (let index = from; index < frames.length && bytes < pieceBytes; index += 1) {
    bytes += frames[index]?.byteLength ?? 0;
    count += 1;
  }
  return count;
}

function concatenate(parts: Frame[]): Frame {
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
