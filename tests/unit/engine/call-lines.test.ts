import { expect, it } from "vitest";
import { readLog } from "@/tests/support/read-log";
import { ask, call, openWith, text } from "@/tests/support/scripted-services";

const secret = "the-secret-words";
const script = ({ turn }: { turn: number }) =>
  turn === 0 ? call("calculate", { expression: "2+2", reason: secret }) : text(`It is 4, ${secret}.`);

it("at the level debug each call of the model is one line of ids, times and numbers, without words", async () => {
  const lines = readLog();
  const { services } = await openWith(script, { LOG_LEVEL: "debug" });
  const { metadata } = await ask(services, `What is 2 + 2, ${secret}?`);
  const runId = metadata?.runId ?? "";
  expect(runId).not.toBe("");
  const usual = { level: "debug", correlationId: runId, runId, model: "local:test" };
  const used = { inputTokens: 20, outputTokens: 5 };
  expect(lines("model_called")).toMatchObject([
    { ...usual, callId: `${runId}:1`, finishReason: "tool-calls", usage: used, costMicroUsd: 0 },
    { ...usual, callId: `${runId}:2`, finishReason: "stop", usage: used, costMicroUsd: 0 },
  ]);
  for (const line of lines("model_called"))
    expect(line).toMatchObject({
      ...{ startedAt: expect.any(Number) as number, durationMs: expect.any(Number) as number },
    });
  expect(JSON.stringify(lines("model_called"))).not.toContain(secret);
});

it("at the usual level there is none", async () => {
  const lines = readLog();
  const { services } = await openWith(script, { LOG_LEVEL: "info" });
  await ask(services, "What is 2 + 2?");
  expect(lines("model_called")).toEqual([]);
});
