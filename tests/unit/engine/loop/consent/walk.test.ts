import { describe, expect, it } from "vitest";
import { freeBits, freeLinks, freeSiteBits, nothingSpent } from "@/lib/protocol/spent";
import { createWalk, listAddresses } from "@/lib/engine/loop/consent/walk";
import type { WalkEvent } from "@/lib/engine/loop/consent/view";

const toUrl = (list: number, place: number) => `https://host${list}-${place}.example/page`;
const toList = (list: number, length: number): WalkEvent => ({
  kind: "listed",
  urls: Array.from({ length }, (_, place) => toUrl(list, place)),
});

/** Numbers below one that look random, the same each time. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** What a page that chooses every step finds out by trying whatever it likes. */
function play(seed: number) {
  const random = createRandom(seed);
  const walk = createWalk([]);
  const known = new Map<string, "listed" | "linked">();
  const free: string[] = [];
  for (let step = 0; step < 40; step += 1) {
    const length = 1 + Math.floor(random() * 12);
    const kind = random() < 0.5 ? ("listed" as const) : ("linked" as const);
    const urls = Array.from({ length }, (_, place) => toUrl(step, place));
    if (step === 0 || random() < 0.2) {
      walk.replay({ kind, urls });
      for (const url of urls) known.set(url, kind);
    }
    const url =
      random() < 0.1 ? toUrl(99, step) : ([...known.keys()][Math.floor(random() * known.size)] ?? "");
    if (walk.take(url) === "free") free.push(url);
  }
  return { free, known };
}

describe("a walk of free steps", () => {
  it("goes nowhere that nobody gave, and along few links, in 10,000 random plays", () => {
    const plays = Array.from({ length: 10_000 }, (_, seed) => play(seed + 1));
    const unknown = plays.flatMap(({ free, known }) => free.filter((url) => !known.has(url)));
    const links = plays.map(({ free, known }) => free.filter((url) => known.get(url) === "linked").length);
    const steps = plays.map(({ free }) => free.length);
    expect(unknown).toEqual([]);
    expect(Math.max(...links)).toBe(freeLinks);
    // No step costs less than a bit.
    expect(Math.max(...steps)).toBeLessThanOrEqual(freeBits);
  });

  it.each([
    [[2], 7],
    [[3], 7],
    [[2, 1], 6],
    [[5], 6.5],
    [[1, 1, 1], 5],
    [[9], 8],
  ])("tells no more than its bits: every sequence along lists of %j is counted", (lengths, mostBits) => {
    const all = lengths.flatMap((length, list) => Array.from({ length }, (_, place) => toUrl(list, place)));
    const countFrom = (taken: readonly string[]): number =>
      all.reduce((count, url) => {
        const walk = createWalk([], nothingSpent, mostBits);
        lengths.forEach((length, list) => walk.replay(toList(list, length)));
        for (const earlier of taken) walk.take(earlier);
        return walk.take(url) === "free" ? count + countFrom([...taken, url]) : count;
      }, 1);
    const bits = Math.log2(countFrom([]));
    expect(bits).toBeLessThanOrEqual(mostBits);
    expect(bits).toBeGreaterThan(mostBits / 3);
  });

  it("reads ten results in their order without asking", () => {
    const walk = createWalk([]);
    walk.replay(toList(0, 10));
    const steps = Array.from({ length: 10 }, (_, place) => walk.take(toUrl(0, place)));
    expect(new Set(steps)).toEqual(new Set(["free"]));
  });

  it("lets a page of ten thousand links have three of them tried", () => {
    const walk = createWalk([]);
    const urls = Array.from({ length: 10_000 }, (_, place) => toUrl(0, place));
    walk.replay({ kind: "linked", urls });
    const steps = urls.slice(0, 5).map((url) => walk.take(url));
    expect(steps.filter((step) => step === "free")).toHaveLength(freeLinks);
  });

  it.each([26, 1_000])("asks on a named site of %i links after a dozen of them, in any order", (count) => {
    const site = "https://towers.example";
    const urls = Array.from({ length: count }, (_, place) => `${site}/${place}`);
    const open = (before = nothingSpent) => {
      const walk = createWalk(["What does towers.example say?"], before);
      walk.replay({ kind: "linked", urls, from: `${site}/` });
      return walk;
    };
    const walk = open();
    expect(walk.take(`${site}/`)).toBe("free");
    const steps = urls.toReversed().map((url) => walk.take(url));
    const free = steps.filter((step) => step === "free").length;
    expect(free).toBeLessThanOrEqual(12);
    expect(free).toBeGreaterThanOrEqual(4);
    expect(walk.spent().siteBits).toBeGreaterThan(freeSiteBits);
    expect(open(walk.spent()).take(urls[0] ?? "")).toBe("ask");
  });

  it("goes on from what was told before", () => {
    const open = (before = nothingSpent) => {
      const walk = createWalk([], before);
      walk.replay({ kind: "linked", urls: [toUrl(0, 1), toUrl(0, 2)] });
      return walk;
    };
    expect(open({ bits: 0, links: freeLinks - 1, siteBits: 0 }).take(toUrl(0, 1))).toBe("free");
    expect(open({ bits: 0, links: freeLinks, siteBits: 0 }).take(toUrl(0, 1))).toBe("ask");
    expect(open({ bits: freeBits, links: 0, siteBits: 0 }).take(toUrl(0, 1))).toBe("ask");
  });

  it("knows no address that differs in anything from one that was given", () => {
    const walk = createWalk(["Read https://docs.example.org/a and example.com, please."]);
    walk.replay({
      kind: "linked",
      urls: ["https://Host.example/Path?x=1#part", "https://www.example.com/deep"],
    });
    expect(walk.take("https://host.example/Path?x=1")).toBe("free");
    expect(walk.take("https://www.example.com/deep")).toBe("free");
    for (const url of [
      "https://host.example/path?x=1",
      "https://host.example/Path?x=12",
      "https://host.example/Path",
      "https://host.example:444/Path?x=1",
      "https://me@host.example/Path?x=1",
      "https://docs.example.org/",
      "https://docs.example.org/b",
      "https://example.com/?q=1",
      "https://example.com.evil.example/",
      "not an address",
    ])
      expect([url, walk.take(url)]).toEqual([url, "unknown"]);
  });
});

describe("listAddresses", () => {
  it("finds addresses with and without the marks behind them", () => {
    expect(
      listAddresses("See https://a.example/x_(y). And [b](https://b.example/z), “https://c.example/”!"),
    ).toEqual(
      expect.arrayContaining(["https://a.example/x_(y)", "https://b.example/z", "https://c.example/"]),
    );
  });
});
