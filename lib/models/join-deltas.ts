import type { LanguageModelV4Middleware, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { type FlushClock, getFlushClock } from "./flush-clock";
import { type Joiner, joinInWindows } from "./windowed-stream";

/**
 * The outermost middleware: joins the deltas that the wire left apart (thoughts, inputs of tools, texts in a
 * form of their own) before they cost a hop each in every later stage. The first goes out at once, the
 * following ones in the clock's windows. Order and text stay what they were.
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

type Part = LanguageModelV4StreamPart;
type Delta = Extract<Part, { delta: string }>;

/** Joins neighbouring deltas of one type and id; whatever else comes flushes what is pending and passes. */
export function joinDeltas(source: ReadableStream<Part>, clock: FlushClock): ReadableStream<Part> {
  let pending: Delta | undefined;
  let emittedAt = -Infinity;

  function flush(): Part[] {
    if (pending === undefined) return [];
    const part = pending;
    pending = undefined;
    emittedAt = performance.now();
    return [part];
  }

  function push(part: Part): Part[] {
    if (!isJoinable(part)) return [...flush(), part];
    if (pending?.type === part.type && pending.id === part.id) {
      pending = { ...pending, delta: pending.delta + part.delta };
      return [];
    }
    const parts = flush();
    pending = part;
    // What was joined on the wire comes a window apart, more or less, and is not to wait for another one.
    const isDue = performance.now() - emittedAt >= clock.windowMs() / 2;
    return isDue ? [...parts, ...flush()] : parts;
  }

  const joiner: Joiner<Part, Part> = {
    read: (part) => (part === undefined ? [] : [push(part)]),
    flush,
    end(cut) {
      if (cut !== undefined) throw cut;
      return [];
    },
    close: clock.openStream(),
  };
  return joinInWindows(source.getReader(), joiner, clock);
}

function isJoinable(part: Part): part is Delta {
  return "delta" in part && part.providerMetadata === undefined;
}
