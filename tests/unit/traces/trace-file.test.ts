import { describe, expect, it } from "vitest";
import { traceVersion, type TraceEntry } from "@/lib/features/traces/shape/traces";
import { packEntries, readTrace } from "@/lib/features/traces/trace-file";
import { mostTextCharacters, toPlain } from "@/lib/features/traces/to-plain";

const begin = (epoch: number, version = 1): TraceEntry => ({
  kind: "begin",
  version,
  runId: "r1",
  epoch,
  at: 1,
});
const note = (name: string): TraceEntry => ({ kind: "note", at: 2, name, data: null });
const toLines = (entries: readonly object[]) => entries.map((entry) => JSON.stringify(entry));
const whole = [begin(1), note("fallback"), note("ended")];

describe("a trace's file", () => {
  it("gives back what was written, also in parts behind one another", async () => {
    const parts = [await packEntries(toLines(whole.slice(0, 2))), await packEntries(toLines(whole.slice(2)))];
    const read = await readTrace(Buffer.concat(parts));
    expect(read).toEqual({ version: 1, entries: whole, faults: [] });
  });

  it("is read up to where it is cut, and says so", async () => {
    const many = [
      begin(1),
      ...Array.from({ length: 5_000 }, (_, index) => note(`n${index * 7919}`)),
      note("ended"),
    ];
    const bytes = await packEntries(toLines(many));
    const { entries, faults } = await readTrace(bytes.subarray(0, Math.floor(bytes.length / 2)));
    expect(entries.length).toBeGreaterThan(1_000);
    expect(entries).toEqual(many.slice(0, entries.length));
    expect(faults).toEqual(["unfinished", "cut"]);
  });

  it("leaves out what it cannot read, of an older or a newer version or damaged, and says so", async () => {
    const lines = [
      ...toLines([begin(1, traceVersion + 1), { kind: "later", at: 1 }]),
      "{",
      ...toLines([note("ended")]),
    ];
    const { version, entries, faults } = await readTrace(await packEntries(lines));
    expect(version).toBe(traceVersion + 1);
    expect(entries).toEqual([begin(1, traceVersion + 1), note("ended")]);
    expect(faults).toContain("unreadable");
  });

  it("tells nothing of bytes that are no trace", async () => {
    expect(await readTrace(new Uint8Array([1, 2, 3]))).toEqual({
      version: 0,
      entries: [],
      faults: ["unfinished", "cut"],
    });
  });

  it("tells a worker that died from one that let go", async () => {
    const died = await readTrace(await packEntries(toLines([begin(1), begin(2), note("ended")])));
    expect(died.faults).toEqual(["recovered"]);
    const released = [begin(1), note("released"), begin(2), note("ended")];
    expect((await readTrace(await packEntries(toLines(released)))).faults).toEqual([]);
  });

  it("stops at what no trace may come to", async () => {
    const line = JSON.stringify(note("x".repeat(1_000_000)));
    const { entries, faults } = await readTrace(await packEntries(Array.from({ length: 80 }, () => line)));
    expect(entries.length).toBeLessThanOrEqual(65);
    expect(faults).toContain("cut");
  });
});

describe("what is kept of a value", () => {
  it("is the value itself where nothing is to be taken out", () => {
    const value = { a: [1, "word", null], b: { c: true } };
    expect(toPlain(value)).toBe(value);
  });

  it("has texts of a bounded length, and files by their size", () => {
    const kept = toPlain({
      text: "ab ".repeat(mostTextCharacters),
      bytes: new Uint8Array(7),
      file: "A".repeat(9_000),
    });
    expect(kept).toMatchObject({ bytes: "[7 bytes]", file: "[9000 characters of a file]" });
    expect((kept as { text: string }).text.length).toBeLessThan(mostTextCharacters + 30);
  });
});
