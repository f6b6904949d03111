import { listNotices } from "@/tests/support/to-words";
import { describe, it } from "vitest";
import type { Reply } from "@/tests/support/wire/reply";
import {
  callTool,
  expectGoesOn,
  expectNothingLost,
  first,
  openFaultyProduct,
  say,
  second,
  slowly,
  type FaultOptions,
} from "./faulty-product";
import { createMatrix, type Expected } from "./matrix";

const matrix = createMatrix("Two models in the chain");
const fallback = { notices: ["fallback"] };
const again = { ...fallback, estimated: true as const };
const cut = slowly("One two three four", { cutAfter: 2 });
/** The frames of the second vendor begin with two that hold no words. */
const cutSecond = slowly("Uno dos tres", { cutAfter: 4 });

type Row = FaultOptions & { fault: string; expected: Expected; model: string; told: RegExp };

const rows: Row[] = [
  {
    ...{ fault: "the first refuses its key", first: [{ status: 401 }], second: [say("From the second.")] },
    ...{
      model: second,
      told: /rejected the API key. .* answered\./,
      expected: { outcome: "completed", text: "From the second.", calls: "1/1", ...fallback },
    },
  },
  {
    ...{
      fault: "the first is over its quota and asks for a minute",
      first: [{ status: 429, retryAfter: 60 }],
      second: [say("From the second.")],
    },
    ...{
      model: second,
      told: /limits requests. .* answered\./,
      expected: { outcome: "completed", text: "From the second.", calls: "1/1", ...fallback },
    },
  },
  {
    ...{ fault: "the first does not answer", first: [{ status: 503 }], second: [say("From the second.")] },
    ...{
      model: second,
      told: /is overloaded. .* answered\./,
      expected: { outcome: "completed", text: "From the second.", calls: "3/1", ...fallback },
    },
  },
  {
    ...{ fault: "the first breaks off after two words", first: [cut], second: [say("From the second.")] },
    ...{
      model: second,
      told: /dropped mid-answer. .* answered\./,
      expected: { outcome: "completed", text: "From the second.", calls: "1/1", ...again },
    },
  },
  {
    ...{
      fault: "the first breaks off, the second refuses its key, the first is well again",
      first: [cut, say("From the first.")],
      second: [{ status: 401 }] as Reply[],
    },
    ...{
      model: first,
      told: /dropped mid-answer/,
      expected: {
        outcome: "completed",
        text: "From the first.",
        calls: "2/1",
        notices: ["fallback", "fallback"],
        estimated: true as const,
      },
    },
  },
];

const dead: Row[] = [
  {
    ...{ fault: "neither answers", first: [{ status: 503 }], second: [{ status: 500 }] as Reply[] },
    ...{
      model: first,
      told: /./,
      expected: { outcome: "failed", reason: "model_unavailable", text: "", calls: "3/3", ...fallback },
    },
  },
  {
    ...{ fault: "both break off, again and again", first: [cut], second: [cutSecond] },
    ...{
      model: first,
      told: /./,
      expected: {
        outcome: "failed",
        reason: "model_unavailable",
        text: "Uno dos ",
        // The second is asked to go on, twice.
        calls: "1/3",
        notices: ["fallback"],
        estimated: true as const,
      },
    },
  },
];

// The waits between attempts are the product's own, so these run beside each other.
describe.concurrent("a chain of two models", () => {
  it.for(rows)(
    "$fault: the answer is one model's alone, and says whose it is and why",
    async ({ fault, expected, model, told, ...options }, { expect, onTestFinished }) => {
      const product = await openFaultyProduct(onTestFinished, options);
      const seen = await product.ask();
      expect(matrix.compare(fault, expected, seen)).toEqual(expected);
      expect(seen.reply.metadata?.model).toBe(model);
      expect(listNotices(seen.reply).join(" ")).toMatch(told);
      await expectNothingLost(product, seen);
    },
  );

  it.for(dead)(
    "$fault: the reply ends with its reason and goes on when they are well",
    async ({ fault, expected, model: _model, told: _told, ...options }, { expect, onTestFinished }) => {
      const product = await openFaultyProduct(onTestFinished, options);
      const seen = await product.ask();
      expect(matrix.compare(fault, expected, seen)).toEqual(expected);
      await expectNothingLost(product, seen);
      await expectGoesOn(product, seen);
    },
  );

  it("that breaks off after a tool has run makes no call of the tool again", async ({
    expect,
    onTestFinished,
  }) => {
    const product = await openFaultyProduct(onTestFinished, {
      first: [callTool("calculate", { expression: "6*7" }), cut],
      second: [say("It is 42.")],
    });
    const seen = await product.ask();
    const expected: Expected = { outcome: "completed", text: "It is 42.", calls: "2/1", ...again };
    expect(matrix.compare("the first breaks off in its second step", expected, seen)).toEqual(expected);
    expect(seen.reply.parts.filter(({ type }) => type === "tool-calculate")).toMatchObject([
      { state: "output-available", output: { ok: true } },
    ]);
    expect(product.prompts().at(-1)).toContain("6*7 = 42");
    await expectNothingLost(product, seen);
  });

  it("skips at once a model that is paused", async ({ expect, onTestFinished }) => {
    const product = await openFaultyProduct(onTestFinished, {
      first: [{ status: 503 }],
      second: [say("From the second.")],
      settings: { breakerFailures: 1 },
    });
    await product.ask();
    const seen = await product.ask("And now?", { message: "m2" });
    const expected: Expected = { outcome: "completed", text: "From the second.", calls: "0/1", ...fallback };
    expect(matrix.compare("the first is paused by its breaker", expected, seen)).toEqual(expected);
    expect(product.services.listBreakers()).toMatchObject([
      { name: first, state: "open", retryAfter: expect.any(Number) as number },
    ]);
  });
});
