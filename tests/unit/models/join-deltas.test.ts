import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { convertArrayToReadableStream, convertReadableStreamToArray } from "ai/test";
import { describe, expect, it } from "vitest";
import { type FlushClock, getFlushClock, toWindowMs } from "@/lib/models/flush-clock";
import { joinDeltas } from "@/lib/models/join-deltas";

type Part = LanguageModelV4StreamPart;

/** A clock whose ticks the test makes. */
function buildClock(): FlushClock & { tick(): void; open: number } {
  const pending = new Set<() => void>();
  const clock = {
    open: 0,
    openStream() {
      clock.open += 1;
      return () => void (clock.open -= 1);
    },
    schedule: (flush: () => void) => void pending.add(flush),
    cancel: (flush: () => void) => void pending.delete(flush),
    windowMs: () => Infinity,
    tick() {
      for (const flush of [...pending]) flush();
    },
  };
  return clock;
}

const text = (delta: string, id = "1"): Part => ({ type: "text-delta", id, delta });

function createRandom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
}

function buildRandomParts(seed: number): Part[] {
  const random = createRandom(seed);
  const pick = <T>(values: readonly [T, ...T[]]): T =>
    values[Math.floor(random() * values.length)] ?? values[0];
  return Array.from({ length: 60 }, (_, index): Part => {
    const id = pick(["a", "b"]);
    if (random() < 0.1) return { type: "text-start", id: `s${index}` };
    if (random() < 0.1)
      return { type: "text-delta", id, delta: `${index}`, providerMetadata: { x: { index } } };
    return {
      type: pick(["text-delta", "reasoning-delta", "tool-input-delta"] as const),
      id,
      delta: `${index},`,
    };
  });
}

/** The parts as they would be if every neighbour that may be joined were joined. */
function joinAll(parts: Part[]): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    const fits = last && "delta" in last && "delta" in part && last.type === part.type && last.id === part.id;
    if (fits && !last.providerMetadata && !part.providerMetadata)
      joined.splice(-1, 1, { ...last, delta: last.delta + part.delta });
    else joined.push(part);
  }
  return joined;
}

describe("joining deltas", () => {
  it("keeps text and order for any sequence of parts", async () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const parts = buildRandomParts(seed);
      const joined = await convertReadableStreamToArray(
        joinDeltas(convertArrayToReadableStream(parts), buildClock()),
      );
      expect(joinAll(joined)).toEqual(joinAll(parts));
    }
  });

  it("lets the first delta out at once and the rest together at the next tick", async () => {
    const clock = buildClock();
    const source = new TransformStream<Part, Part>();
    const writer = source.writable.getWriter();
    const reader = joinDeltas(source.readable, clock).getReader();
    void writer.write(text("a"));
    expect((await reader.read()).value).toEqual(text("a"));
    await writer.write(text("b"));
    await writer.write(text("c"));
    await writer.ready;
    const next = reader.read();
    await new Promise(setImmediate);
    clock.tick();
    expect((await next).value).toEqual(text("bc"));
  });

  it("holds nothing back at the end", async () => {
    const joined = await convertReadableStreamToArray(
      joinDeltas(convertArrayToReadableStream([text("a"), text("b"), text("c")]), buildClock()),
    );
    expect(joined).toEqual([text("a"), text("bc")]);
  });

  it("shows what is pending before an error", async () => {
    const parts = [text("a"), text("b")];
    const source = new ReadableStream<Part>({
      pull(controller) {
        const part = parts.shift();
        if (part) controller.enqueue(part);
        else controller.error(new Error("cut"));
      },
    });
    const reader = joinDeltas(source, buildClock()).getReader();
    await new Promise(setImmediate);
    expect((await reader.read()).value).toEqual(text("a"));
    expect((await reader.read()).value).toEqual(text("b"));
    await expect(reader.read()).rejects.toThrow("cut");
  });

  it("counts a stream as open until it ends, fails or is left", async () => {
    const clock = buildClock();
    await convertReadableStreamToArray(joinDeltas(convertArrayToReadableStream([text("a")]), clock));
    const left = joinDeltas(new ReadableStream<Part>(), clock);
    expect(clock.open).toBe(1);
    await left.cancel();
    expect(clock.open).toBe(0);
  });
});

describe("the window", () => {
  it("grows from 50 to 100 ms with open streams", () => {
    expect([1, 20, 110, 200, 500].map((streams) => toWindowMs(streams, 0))).toEqual([50, 50, 75, 100, 100]);
  });

  it("grows with a late event loop", () => {
    expect([0, 20, 40, 400].map((delay) => toWindowMs(1, delay))).toEqual([50, 75, 100, 100]);
  });

  it("belongs to one clock for every copy of the module", () => {
    expect(getFlushClock()).toBe(getFlushClock());
    expect(Object.getOwnPropertySymbols(globalThis)).toContain(Symbol.for("sextant.flush-clock"));
  });

  it("ends by a real timer", async () => {
    const clock = getFlushClock();
    await new Promise<void>((resolve) => clock.schedule(resolve));
    expect(clock.windowMs()).toBeGreaterThanOrEqual(50);
  });

  it("grows when the clock's own ticks come late", async () => {
    const clock = getFlushClock();
    const ticked = new Promise<void>((resolve) => clock.schedule(resolve));
    const busyUntil = performance.now() + 400;
    while (performance.now() < busyUntil);
    await ticked;
    expect(clock.windowMs()).toBe(100);
  });
});
