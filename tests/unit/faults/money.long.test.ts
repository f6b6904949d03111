import { describe, it } from "vitest";
import { expectNothingLost, openFaultyProduct, slowly } from "./faulty-product";
import { createMatrix } from "./matrix";

const matrix = createMatrix("Money when models change");
const ceilingMicroUsd = 30_000;
const talk = slowly("so many words ".repeat(2_000), { delayMs: 1, usage: { input: 2_000, output: 8_000 } });

describe.concurrent("a fallback to a dearer model", () => {
  it("is cut off at the run's budget by its own price", async ({ expect, onTestFinished }) => {
    const env = { MODEL_MAIN: "google:gemini-2.5-flash-lite,anthropic:claude-opus-4-6" };
    const product = await openFaultyProduct(onTestFinished, {
      first: [{ status: 401 }],
      second: [talk],
      settings: { costBudgetPerRequest: 3 },
      env,
    });
    const seen = await product.ask();
    matrix.note(
      "the cheap model refuses its key, a dear one talks on",
      "limited (budget), about 30,000 µ$",
      `${seen.reply.metadata?.outcome} (${seen.reply.metadata?.reason}), ${seen.reply.metadata?.costMicroUsd} µ$`,
    );
    expect(seen.reply.metadata).toMatchObject({
      outcome: "limited",
      reason: "budget",
      usage: { estimated: true },
    });
    expect(seen.reply.metadata?.costMicroUsd).toBeLessThan(ceilingMicroUsd * 1.4);
    await expectNothingLost(product, seen);
  });

  it("asks no model of the chain for more than it can write", async ({ expect, onTestFinished }) => {
    const env = { MODEL_MAIN: "google:gemini-2.5-flash,openai:gpt-4o" };
    const product = await openFaultyProduct(onTestFinished, {
      first: [{ status: 401 }],
      second: [slowly("Here.", {})],
      settings: { costBudgetPerRequest: 10 },
      env,
    });
    const seen = await product.ask();
    const asked = product.provider.requests.map(({ body }) => Number(body["max_output_tokens"] ?? 0));
    matrix.note(
      "the second model can write less than the first",
      "completed, asked for at most 16,384 tokens",
      `${seen.reply.metadata?.outcome}, ${Math.max(...asked) || "no number of"} tokens`,
    );
    expect(Math.max(...asked)).toBeLessThanOrEqual(16_384);
    expect(seen.text).toBe("Here.");
  });
});
