import type { LanguageModelV4Middleware, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { type FlushClock, getFlushClock } from "./flush-clock";

/**
 * The outermost middleware: joins a model's deltas before they cost a hop each in every later stage. The first goes out at once,
 * the following ones in the clock's windows. Order and text stay what they were.
 */
export function createDeltaJoiner(clock: FlushClock = getFlushClock()): LanguageModelV4Middleware {
  return {
    specificationVersion: "v4",
    wrapStream: async ({ doStream }) => {
      const result = await doStream();
      return { ...result, stream: joinDeltas(result.stream, clock) };
    },
  };
}

/** Parts that may wait for a slow reader before the source is paused. */
const queueLength = 256;

type Part = LanguageModelV4StreamPart;
type Delta = Extract<Part, { delta: string }>;

/** Joins neighbouring deltas of one type and id; whatever else comes flushes what is pending and passes. */
export function joinDeltas(source: ReadableStream<Part>, clock: FlushClock): ReadableStream<Part> {
  const reader = source.getReader();
  const closeStream = clock.openStream();
  let resume: (() => void) | undefined;
  let isOver = false;

  const end = () => {
    if (!isOver) closeStream();
    isOver = true;
  };

  const nextPull = () => new Promise<void>((resolve) => (resume = resolve));

  const pump = async (controller: ReadableStreamDefaultController<Part>) => {
    const buffer = createDeltaBuffer(clock, (part) => (isOver ? undefined : controller.enqueue(part)));
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done || isOver) break;
        buffer.push(value);
        if ((controller.desiredSize ?? 1) <= 0) await nextPull();
      }
      buffer.flush();
      if (!isOver) controller.close();
    } catch (error) {
      buffer.flush();
      // An error would discard what the reader has not taken yet.
      while (!isOver && (controller.desiredSize ?? queueLength) < queueLength) await nextPull();
      if (!isOver) controller.error(error);
    } finally {
      end();
    }
  };

  return new ReadableStream<Part>(
    {
      start: (controller) => void pump(controller),
      pull: () => resume?.(),
      cancel(reason) {
        end();
        resume?.();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: queueLength },
  );
}

function createDeltaBuffer(clock: FlushClock, emit: (part: Part) => void) {
  let pending: Delta | undefined;
  let emittedAt = -Infinity;

  const flush = () => {
    clock.cancel(flush);
    if (!pending) return;
    const part = pending;
    pending = undefined;
    emittedAt = performance.now();
    emit(part);
  };

  const push = (part: Part) => {
    if (!isJoinable(part)) {
      flush();
      emit(part);
      return;
    }
    if (pending && pending.type === part.type && pending.id === part.id) {
      pending = { ...pending, delta: pending.delta + part.delta };
      return;
    }
    flush();
    pending = part;
    if (performance.now() - emittedAt >= clock.windowMs()) flush();
    else clock.schedule(flush);
  };

  return { push, flush };
}

function isJoinable(part: Part): part is Delta {
  return "delta" in part && part.providerMetadata === undefined;
}
