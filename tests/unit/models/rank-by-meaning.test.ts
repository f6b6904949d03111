import { payFrom } from "@/lib/money/purse";
import { plenty } from "@/tests/support/plenty";
import { rankByMeaning } from "@/lib/models/rank-by-meaning";
import { compareVectors, createVectorCache } from "@/lib/models/rank-by-meaning";
import { startEmbeddingServer } from "@/tests/support/wire/embedding-server";
import { describe, expect, it, onTestFinished } from "vitest";

const small = "openai:text-embedding-3-small";
const large = "openai:text-embedding-3-large";
/** The letters a and b are the axes. */
const toVector = (text: string) => [text.split("a").length - 1, text.split("b").length - 1];

async function open(maxBytes?: number) {
  const server = await startEmbeddingServer(toVector);
  onTestFinished(server.close);
  const vectors = createVectorCache(maxBytes);
  const rank = (query: string, texts: string[], refs = [small]) =>
    payFrom(plenty, () =>
      rankByMeaning(server.models, refs, { query, texts }, AbortSignal.timeout(10_000), vectors),
    );
  return { server, rank };
}

describe("rankByMeaning", () => {
  it("tells how near texts are to the query, whatever their length", async () => {
    const { rank } = await open();
    const answer = await rank("aa", ["aaaa", "b", "ab", ""]);
    expect(answer?.scores.map((score) => Math.round(score * 100) / 100)).toEqual([1, 0, 0.71, 0]);
    expect(answer?.costMicroUsd).toBeGreaterThan(0);
  });

  it("asks and pays only for what it has not asked before", async () => {
    const { server, rank } = await open();
    await rank("a", ["ab", "b", "b"]);
    const second = await rank("aab", ["ab", "b", "abb"]);
    const third = await rank("aab", ["b", "a"]);
    expect(server.asked).toEqual([
      ["a", "ab", "b"],
      ["aab", "abb"],
    ]);
    expect(second?.costMicroUsd).toBeGreaterThan(0);
    expect(third).toMatchObject({
      costMicroUsd: 0,
      scores: [expect.closeTo(0.447, 2), expect.closeTo(0.894, 2)],
    });
  });

  it("does not mix the vectors of two models", async () => {
    const { server, rank } = await open();
    await rank("a", ["b"]);
    await rank("a", ["b"], [large]);
    expect(server.asked).toHaveLength(2);
  });

  it("forgets what was not asked for longest", async () => {
    const bytesOfTwo = 2 * 2 * Float32Array.BYTES_PER_ELEMENT;
    const { server, rank } = await open(bytesOfTwo);
    await rank("a", ["b"]);
    await rank("ab", ["b"]);
    await rank("a", ["b"]);
    expect(server.asked).toEqual([["a", "b"], ["ab"], ["a"]]);
  });

  it("goes to the next model of the chain, and tells nothing when none answers", async () => {
    const { server, rank } = await open();
    server.fail({ status: 500 });
    expect(await rank("a", ["b"], [small, large])).toBeNull();
    expect(server.asked).toHaveLength(2);
    server.fail(null);
    expect(await rank("a", ["b"])).toMatchObject({ scores: [0] });
    expect(await rank("a", ["b"], [])).toBeNull();
  });
});

describe("compareVectors", () => {
  it("takes vectors of different lengths for unrelated", () => {
    expect(compareVectors(Float32Array.of(1, 0), Float32Array.of(1))).toBe(0);
  });
});
