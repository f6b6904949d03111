import { describe, expect, it } from "vitest";
import { splitThoughts } from "@/lib/models/thought-reader";
import { readAction } from "@/lib/models/text-tools/read-action";
import { countRight, type Expected, malformedTools, setNames } from "./malformed";

/** As the product reads an output: its thoughts first. */
function read(output: string): Expected {
  const { text, thought } = splitThoughts(output);
  if (text.trim() === "" && thought !== "") return { unreadable: true };
  const reading = readAction(text, malformedTools);
  switch (reading.kind) {
    case "calls":
      return { calls: reading.calls };
    case "answer":
      return { answer: reading.text.trim() };
    case "plain":
      return { answer: text.trim() };
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
