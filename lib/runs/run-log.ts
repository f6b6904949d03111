import type { ChatChunk } from "@/lib/protocol/chat-message";

const encoder = new TextEncoder();
const doneFrame = encoder.encode("data: [DONE]\n\n");

export type RunLog = ReturnType<typeof createRunLog>;

/**
 * The events of a run in memory: written once, encoded once, read by any number of followers at their own speed.
 * A follower holds a place in the list and never a buffer, so a slow one costs nothing and holds nobody back.
 */
export function createRunLog() {
  const frames: Uint8Array<ArrayBuffer>[] = [];
  /** The same events with consecutive deltas joined and only the newest progress: what a late follower and the reducer read. */
  const compact: ChatChunk[] = [];
  let progress: ChatChunk | null = null;
  let isEnded = false;
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
    push(chunk: ChatChunk): void {
      if (isEnded) return;
      if (chunk.type === "data-progress") progress = chunk;
      else appendJoined(compact, chunk);
      frames.push(encodeFrame(chunk));
      announce();
    },

    end(): void {
      if (isEnded) return;
      isEnded = true;
      frames.push(doneFrame);
      announce();
    },

    chunks(): readonly ChatChunk[] {
      return compact;
    },

    /** Everything from the first event, then live, until the end. Cancelling it leaves the run alone. */
    follow(): ReadableStream<Uint8Array<ArrayBuffer>> {
      let cursor = -1;
      return new ReadableStream({
        async pull(controller) {
          while (cursor === frames.length && !isEnded) await waitForChange();
          if (cursor === frames.length) return controller.close();
          const replay = cursor === -1 ? [...compact, ...(progress === null ? [] : [progress])].map(encodeFrame) : frames.slice(cursor);
          if (cursor === -1 && isEnded) replay.push(doneFrame);
          cursor = frames.length;
          if (replay.length > 0) controller.enqueue(concatenate(replay));
          else if (isEnded) controller.close();
        },
      });
    },
  };
}

/** One event on the wire. */
function encodeFrame(chunk: ChatChunk): Uint8Array<ArrayBuffer> {
  return encoder.encode(`data: ${JSON.stringify(chunk)}\n\n`);
}

/** A finished reply as the stream that made it, for somebody who asks for it again. */
export function replayChunks(chunks: readonly ChatChunk[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  const log = createRunLog();
  for (const chunk of chunks) log.push(chunk);
  log.end();
  return log.follow();
}

function appendJoined(list: ChatChunk[], chunk: ChatChunk): void {
  const last = list.at(-1);
  if (last?.type === "text-delta" && chunk.type === "text-delta" && last.id === chunk.id) {
    list[list.length - 1] = { ...last, delta: last.delta + chunk.delta };
  } else if (last?.type === "reasoning-delta" && chunk.type === "reasoning-delta" && last.id === chunk.id) {
    list[list.length - 1] = { ...last, delta: last.delta + chunk.delta };
  } else {
    list.push(chunk);
  }
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
