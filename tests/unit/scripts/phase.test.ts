import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runPhase } from "@/scripts/lib/phase.mjs";

const words = { doing: "Building", done: "Built", failed: "The build failed" };

describe("runPhase", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("counts the seconds on a terminal, in one line", async () => {
    const out = openOutput(true);
    const end = Promise.withResolvers<number>();
    const phase = runPhase(words, () => end.promise, { out });
    vi.advanceTimersByTime(2_000);
    expect(out.text).toBe("Building …\rBuilding … 1 s\rBuilding … 2 s");
    end.resolve(0);
    await phase;
    expect(out.text.split("\n")).toEqual([expect.stringMatching(/Built in 2 s$/), ""]);
    vi.advanceTimersByTime(5_000);
    expect(out.text.endsWith("Built in 2 s\n")).toBe(true);
  });

  it("prints two lines where nobody watches", async () => {
    const out = openOutput(false);
    const end = Promise.withResolvers<number>();
    const phase = runPhase(words, () => end.promise, { out });
    vi.advanceTimersByTime(61_000);
    end.resolve(0);
    await phase;
    expect(out.text).toBe("Building …\nBuilt in 61 s\n");
  });

  it.each([
    ["npm error code ENOSPC\nnpm error syscall write", 1, "the disk is full."],
    ["TurbopackInternalError: No space left on device (os error 28)", 1, "the disk is full."],
    ["npm error code ENOTFOUND", 1, "the package registry does not answer (ENOTFOUND)."],
    ["npm error code E404", 1, "exit code 1. Its output above says why."],
    ["a page speaks of ETIMEDOUT", 1, "exit code 1. Its output above says why."],
    ["", 124, "it took too long."],
  ])("explains %j with exit code %i", async (printed, code, reason) => {
    const start = (onOutput: (chunk: string) => void) => {
      onOutput(printed);
      return Promise.resolve(code);
    };
    const failure = runPhase(words, start, { out: openOutput(false) });
    await expect(failure).rejects.toThrow(`${printed}\n\nThe build failed: ${reason}`);
  });

  it("shows of much output the end", async () => {
    const lines = Array.from({ length: 500 }, (_empty, index) => `line ${index}`);
    const start = (onOutput: (chunk: string) => void) => {
      onOutput(lines.join("\n"));
      return Promise.resolve(1);
    };
    const message = await runPhase(words, start, { out: openOutput(false) }).catch(({ message }) => message);
    expect(message).toContain("line 499");
    expect(message.split("\n").length).toBeLessThan(70);
  });
});

function openOutput(isTTY: boolean) {
  const out = { isTTY, text: "", write: (text: string) => ((out.text += text), true) };
  return out;
}
