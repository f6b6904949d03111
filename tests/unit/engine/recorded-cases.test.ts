import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { traceEntrySchema, type RunCase } from "@/lib/features/traces/shape/traces";
import { replayRun } from "@/lib/features/traces/replay-run";
import { listOf } from "@/tests/support/read-trace";

/** Runs as they were downloaded from their pages: a file put here is a case. */
const folder = path.join(import.meta.dirname, "../../fixtures/recorded");
const files = readdirSync(folder).filter((name) => name.endsWith(".json"));

const read = (name: string): RunCase => {
  const found = JSON.parse(readFileSync(path.join(folder, name), "utf8")) as RunCase;
  return { ...found, entries: found.entries.map((entry) => traceEntrySchema.parse(entry)) };
};

describe("a recorded run as a case", () => {
  it("is there at all", () => expect(files.length).toBeGreaterThan(0));

  it.each(files)("gives the same message when it is replayed (%s)", async (name) => {
    const { message, ...trace } = read(name);
    const { differences, calls } = await replayRun(trace, message);
    expect(differences).toEqual([]);
    expect(calls).toBe(listOf(trace, "call").length);
  });

  it.each(files)("is another message when its model says something else (%s)", async (name) => {
    const { message, ...trace } = read(name);
    const entries = trace.entries.map((entry) =>
      entry.kind === "call"
        ? {
            ...entry,
            answer: entry.answer.map((part) => ("delta" in part ? { ...part, delta: "No." } : part)),
          }
        : entry,
    );
    const { isEqual } = await replayRun({ ...trace, entries }, message);
    expect(isEqual).toBe(false);
  });
});
