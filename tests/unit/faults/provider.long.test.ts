import { describe, it } from "vitest";
import type { Reply } from "@/tests/support/wire/reply";
import {
  expectGoesOn,
  expectNothingLost,
  openFaultyProduct,
  say,
  slowly,
  type FaultOptions,
} from "./faulty-product";
import { createMatrix, type Expected } from "./matrix";

const matrix = createMatrix("A provider that fails, one model in the chain");
const impatient = { firstChunkSeconds: 5, localFirstChunkSeconds: 5, silenceSeconds: 5 };
const tooLong: Reply = {
  status: 400,
  message: "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
};
const cut = slowly("One two three four", { cutAfter: 2 });
const done = (text: string, calls: string): Expected => ({ outcome: "completed", text, calls });
const failed = (reason: string, calls: string): Expected => ({ outcome: "failed", reason, text: "", calls });
/** A step was begun again: the person is told, and the call that broke off told no usage. */
const again = { notices: ["fallback"], estimated: true as const };

type Row = FaultOptions & { fault: string; expected: Expected };

const completed: Row[] = [
  {
    fault: "a stall after two words",
    first: [slowly("One two three", { stallAfter: 2 }), say("Another answer.")],
    settings: impatient,
    expected: { ...done("Another answer.", "2/0"), ...again },
  },
  {
    fault: "a 429 with a Retry-After of 1 s",
    first: [{ status: 429, retryAfter: 1 }, say("Here.")],
    expected: done("Here.", "2/0"),
  },
  {
    fault: "a 429 without Retry-After",
    first: [{ status: 429 }, say("Here.")],
    expected: done("Here.", "2/0"),
  },
  { fault: "a 500", first: [{ status: 500 }, say("Here.")], expected: done("Here.", "2/0") },
  {
    fault: "a 503 twice",
    first: [{ status: 503 }, { status: 503 }, say("Here.")],
    expected: done("Here.", "3/0"),
  },
  { fault: "an empty body", first: [{ empty: true }, say("Here.")], expected: done("Here.", "2/0") },
  {
    fault: "garbage before the first word",
    first: [slowly("Here.", { garbageAfter: 0 })],
    expected: done("Here.", "1/0"),
  },
  {
    fault: "a cut before the first word",
    first: [slowly("No", { cutAfter: 0 }), say("Here.")],
    expected: done("Here.", "2/0"),
  },
  {
    fault: "a cut after two words",
    first: [cut, say("Another answer.")],
    settings: { maxIterations: 1 },
    expected: { ...done("Another answer.", "2/0"), ...again },
  },
  {
    fault: "garbage after two words",
    first: [slowly("One two three", { garbageAfter: 2 })],
    expected: done("One two three", "1/0"),
  },
  {
    fault: "an end after two words, which is as good as any end",
    first: [slowly("One two three", { endAfter: 2 })],
    settings: { maxIterations: 1 },
    expected: { ...done("One two ", "1/0"), estimated: true },
  },
  {
    fault: "an answer without its usage",
    first: [{ parts: [{ type: "text", chunks: ["Here."] }], usage: null }],
    expected: { ...done("Here.", "1/0"), estimated: true },
  },
  {
    fault: "an end before the first word",
    first: [slowly("No", { endAfter: 0 }), say("Here.")],
    expected: done("Here.", "2/0"),
  },
];

const unfinished: Row[] = [
  {
    fault: "a stall until the run's time is over",
    first: [slowly("One two three", { stallAfter: 2 })],
    settings: { timeLimitSeconds: 10 },
    expected: { outcome: "limited", reason: "time", text: "One two ", calls: "1/0", estimated: true },
  },
  {
    fault: "no first word in time",
    first: [slowly("No", { stallAfter: 0 })],
    settings: impatient,
    expected: failed("model_unavailable", "1/0"),
  },
  {
    fault: "a 429 that asks for a minute",
    first: [{ status: 429, retryAfter: 60 }],
    expected: failed("model_quota", "1/0"),
  },
  { fault: "a 429 that does not end", first: [{ status: 429 }], expected: failed("model_quota", "3/0") },
  {
    fault: "a 503 that does not end",
    first: [{ status: 503 }],
    expected: failed("model_unavailable", "3/0"),
  },
  { fault: "a wrong key", first: [{ status: 401 }], expected: failed("model_key", "1/0") },
  {
    fault: "a rejected request",
    first: [{ status: 400, message: "no such parameter" }],
    expected: failed("model_rejected", "1/0"),
  },
  { fault: "an answer without a word", first: [{ parts: [] }], expected: failed("empty", "2/0") },
  { fault: "an overflow by the question alone", first: [tooLong], expected: failed("model_overflow", "1/0") },
  {
    fault: "a cut after two words, again and again",
    first: [cut],
    expected: { ...failed("model_unavailable", "2/0"), text: "One two ", ...again },
  },
  {
    fault: "an answer that the vendor filters",
    first: [slowly("Some ", { finish: "filter" })],
    expected: { outcome: "limited", reason: "filtered", text: "Some ", calls: "1/0" },
  },
  {
    fault: "an answer longer than the vendor gives",
    first: [slowly("Some ", { finish: "length" })],
    expected: { outcome: "limited", reason: "output_limit", text: "Some ", calls: "1/0" },
  },
];

// The waits between attempts are the product's own, so five run beside each other, those that wait longest first.
describe.concurrent("a provider that gives", () => {
  it.for(unfinished)(
    "$fault: the reply ends with its reason, keeps what it has, and goes on when the provider is well",
    async ({ fault, expected, ...options }, { expect, onTestFinished }) => {
      const product = await openFaultyProduct(onTestFinished, options);
      const seen = await product.ask();
      expect(matrix.compare(fault, expected, seen)).toEqual(expected);
      await expectNothingLost(product, seen);
      await expectGoesOn(product, seen);
    },
  );

  it.for(completed)(
    "$fault: the answer comes all the same, once",
    async ({ fault, expected, ...options }, { expect, onTestFinished }) => {
      const product = await openFaultyProduct(onTestFinished, options);
      const seen = await product.ask();
      expect(matrix.compare(fault, expected, seen)).toEqual(expected);
      await expectNothingLost(product, seen);
    },
  );

  it("an overflow by a long conversation: it is tried once more with less of it", async ({
    expect,
    onTestFinished,
  }) => {
    const product = await openFaultyProduct(onTestFinished, {
      first: [say("word ".repeat(1_500)), say("more ".repeat(1_500)), tooLong, say("Shorter.")],
    });
    await product.ask("Tell me much", { message: "m0" });
    await product.ask("And more", { message: "m1" });
    const seen = await product.ask("And now?", { message: "m2" });
    const expected = done("Shorter.", "2/0");
    expect(matrix.compare("an overflow by a long conversation", expected, seen)).toEqual(expected);
    const [long = "", short = ""] = product.prompts().slice(-2);
    const count = (text: string, word: string): number => text.split(`${word} ${word} `).length - 1;
    expect([long.includes("And now?"), short.includes("And now?")]).toEqual([true, true]);
    expect(count(short, "word")).toBeLessThan(50);
    expect(count(short, "more")).toBeLessThan(count(long, "more") / 2);
    const { messages } = await product.services.runs.readConversation("owner", "c1", { limit: 40 });
    expect(messages).toHaveLength(6);
  });

  it("no connection at all: the reply ends with its reason after three attempts", async ({
    expect,
    onTestFinished,
  }) => {
    const product = await openFaultyProduct(onTestFinished, {
      first: [],
      env: { GOOGLE_BASE_URL: "http://127.0.0.1:9/v1beta" },
    });
    const seen = await product.ask();
    const expected = failed("model_unavailable", "0/0");
    expect(matrix.compare("a refused connection", expected, seen)).toEqual(expected);
    await expectNothingLost(product, seen);
  });
});
