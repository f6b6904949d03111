import { expect, it } from "vitest";
import { ask, call, openWith, text } from "@/tests/support/scripted-services";
import type { Reply } from "@/tests/support/wire/reply";

const rawCall = (name: string, rawInput: string): Reply => ({
  parts: [{ type: "tool", name, input: {}, rawInput }],
  usage: { input: 20, output: 5 },
});

it("calls of a tool that there is not, and with input that is no JSON, stand in the run's record and in the figures", async () => {
  const { services } = await openWith(({ turn }) => {
    if (turn === 0) return call("send_fax", { to: "Bo" });
    return turn === 1 ? rawCall("calculate", '{"expression": "1+') : text("Done.");
  });
  const reply = await ask(services);
  const record = await services.runs.getRecord("owner", reply.metadata?.runId ?? "");
  const calls = record.steps.flatMap(({ toolCalls }) => toolCalls);
  expect(calls.map(({ tool, status }) => [tool, status])).toEqual([
    ["send_fax", "not_found"],
    ["calculate", "invalid_input"],
  ]);
});
