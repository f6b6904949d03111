import { describe, expect, it } from "vitest";
import { readAction } from "@/lib/models/text-tools/read-action";
import { countRight, type Expected, malformedTools, setNames } from "./malformed";

function read(output: string): Expected {
  const reading = readAction(output, malformedTools);
  switch (reading.kind) {
    case "calls":
      return { calls: reading.calls };
    case "answer":
      return { answer: reading.text.trim() };
    case "plain":
      return { answer: output.trim() };
    case "unreadable":
      return { unreadable: true };
  }
}

describe("malformed outputs", () => {
  it.each(setNames)("of the %s set are read as intended in at least 95 of 100", (set) => {
    const { right, all, report } = countRight(set, read);
    console.info(`malformed outputs, ${set} set: ${report}`);
    expect(all).toBeGreaterThanOrEqual(100);
    expect(right / all).toBeGreaterThanOrEqual(0.95);
  });
});
