import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { openAskSmall, type AnswerQuestion } from "@/tests/support/ask-small-server";

const secret = "the-secret-words";

async function ask(answers: readonly unknown[] | AnswerQuestion, isRefuted = false) {
  const { askSmall, server, reported } = await openAskSmall(answers);
  onTestFinished(server.close);
  const question = {
    purpose: "follow_ups" as const,
    instructions: "Say what follows.",
    prompt: secret,
    schema: z.object({ follows: z.string() }),
    verify: () => (isRefuted ? `${secret} is missing.` : null),
  };
  await askSmall(question, new AbortController().signal);
  return reported;
}
const usual = { purpose: "follow_ups", model: "openai:gpt-5.4-nano" };

it("a call that fails is reported by one short reason", async () => {
  const reported = await ask(() => {
    throw new Error(`${"long ".repeat(200)}\n    at place (file.js:1:1)`);
  });
  expect(reported).toEqual([["small_model_failed", { ...usual, reason: expect.any(String) }]]);
  const { reason } = reported[0]?.[1] as { reason: string };
  expect(reason.length).toBeLessThanOrEqual(200);
  expect(reason).not.toMatch(/\n|\bat /);
});

it.each([
  ["has not the asked form", ["no JSON"], false, "not the asked form"],
  ["fails its check", [{ follows: secret }], true, "failed its check"],
])("an answer that %s is reported without words of it", async (_what, answers, isRefuted, reason) => {
  expect(await ask(answers, isRefuted)).toEqual([["small_model_unusable", { ...usual, reason }]]);
});

it("a usable answer is not reported", async () => {
  expect(await ask([{ follows: "this" }])).toEqual([]);
});
