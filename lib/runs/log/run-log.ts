import { toCursorText, type LogCursor } from "@/lib/data/run-logs";
import type { ChatChunk } from "@/lib/protocol/chat-message";
import { createFrames, encodeFrame, type Frame } from "./frames";
import { isMark, type RunEntry, type RunMark } from "./entries";
import { addToHistory, createHistory, type RunHistory } from "./history";

export type RunLog = ReturnType<typeof createRunLog>;

/** `after`: only what comes behind this place, which a line `id:` of the stream named; an unknown one means everything. */
export type FollowOptions = { after?: string | undefined; withStart?: boolean };

/** Where events go that must outlive the process. */
type Durable = { add(entry: RunEntry): void };

/** The events of a run in memory: what makes the message, and what its followers read. */
export function createRunLog(durable: Durable | null = null) {
  const frames = createFrames();
  const history = createHistory();
  let progress: ChatChunk | null = null;

  function show(chunk: ChatChunk): void {
    if (chunk.type === "data-progress") progress = chunk;
    addToHistory(history, chunk);
    frames.push(encodeFrame(chunk));
  }

  function listFrom({ after, withStart = false }: FollowOptions): Frame[] {
    const behind = after === undefined ? null : frames.listBehind(after);
    if (behind === null)
      return [...history.chunks, ...(progress === null ? [] : [progress])].map(encodeFrame);
    return [...(withStart ? history.chunks.slice(0, 1).map(encodeFrame) : []), ...behind];
  }

  return {
    push(chunk: ChatChunk): void {
      if (frames.isEnded()) return;
      durable?.add(chunk);
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

    /** Followers read to the end and leave. Without `isOver` the reply goes on elsewhere: they are not told that it is over. */
    end: ({ isOver = true } = {}): void => frames.end(isOver),

    /** All that was said and marked so far, which grows; a late follower and the reducer read its events. */
    history: (): Readonly<RunHistory> => history,
    chunks: (): readonly ChatChunk[] => history.chunks,

    /** Everything from the first event, or behind a place, then live, until the end. Cancelling it leaves the run alone. */
    follow: (options: FollowOptions = {}): ReadableStream<Frame> => frames.follow(() => listFrom(options)),
  };
}

/** A finished reply as the stream that made it, for somebody who asks for it again. */
export function replayChunks(chunks: readonly ChatChunk[]): ReadableStream<Frame> {
  const log = createRunLog();
  for (const chunk of chunks) log.push(chunk);
  log.end();
  return log.follow();
}
