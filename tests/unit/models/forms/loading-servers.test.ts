import { describe, it } from "vitest";
import { z } from "zod";
import type { SmallQuestion } from "@/lib/protocol/ask";
import { openAsking } from "@/tests/support/open-asking";
import { openTestServices, toQuestion } from "@/tests/support/test-services";
import type { Reply } from "@/tests/support/wire/reply";
import { answerWhole, loadFirst, startSlowServer } from "@/tests/support/wire/slow-server";

const schema = z.object({ verdict: z.string() });
const right = { verdict: "It holds." };
const limitMs = 300;
const question: SmallQuestion<z.output<typeof schema>> = {
  ...{ purpose: "plan_need", instructions: "Judge the paint.", prompt: "The boat is red.", schema, limitMs },
};
const patient = { ...question, isPatient: true as const };
const { signal } = new AbortController();

const told: Reply = { parts: [{ type: "text", chunks: [JSON.stringify(right)] }] };
const late: Reply = { ...told, firstDelayMs: 700 };
const loading: Reply = { status: 503, body: { error: { code: 503, message: "Loading model" } } };
const inOrder = (...replies: Reply[]) => {
  const left = [...replies];
  return () => (left.length > 1 ? left.shift() : left[0]) ?? told;
};
const near = { refs: ["local:wire"], nearMs: 5_000 };

// In turn: each server ends with the test that began it.
describe("a small question to a server that loads its model", () => {
  it.for([
    ["is silent", late],
    ["says so", loading],
  ] as const)("comes to nothing where an answer waits for it: it %s", async ([, reply], { expect }) => {
    const asking = await openAsking(inOrder(...Array<Reply>(7).fill(reply), told), near);
    for (let count = 0; count < 7; count += 1)
      expect(await asking.askSmall(question, signal)).toEqual({ answer: null, costMicroUsd: 0 });
    expect([asking.unanswered, asking.breakers.list()]).toEqual([[], []]);
    expect((await asking.askSmall(question, signal)).answer).toEqual(right);
    const [first, last] = [asking.server.requests.at(0), asking.server.requests.at(-1)];
    expect(last?.body).toEqual(first?.body);
    expect(asking.server.requests).toHaveLength(8);
  });

  it.for([
    ["is silent", [late]],
    ["says so", [loading, told]],
  ] as const)("is answered where nobody waits for it: it %s", async ([, replies], { expect }) => {
    const asking = await openAsking(inOrder(...replies), near);
    expect((await asking.askSmall(patient, signal)).answer).toEqual(right);
    expect(asking.unanswered).toEqual([]);
  });

  it("is as late as any other once the model has answered", async ({ expect }) => {
    const asking = await openAsking(inOrder(told, late), near);
    await asking.askSmall(question, signal);
    expect(await asking.askSmall(patient, signal)).toMatchObject({ answer: null, unanswered: "local:wire" });
  });
});

describe("a title", () => {
  it("is waited for while the server loads the model", async ({ expect, onTestFinished }) => {
    const server = await startSlowServer(loadFirst(20, answerWhole));
    const services = await openTestServices(
      { LOCAL_BASE_URL: `${server.url}/v1`, MODEL_MAIN: "offline:guide", MODEL_LITE: "local:small" },
      undefined,
      { wait: () => Promise.resolve() },
    );
    onTestFinished(async () => {
      await services.dispose();
      await server.close();
    });
    const started = await services.runs.start("owner", toQuestion("Are you there?"));
    await started.reply;
    await expect
      .poll(async () => (await services.runs.readConversation("owner", "c1", { limit: 1 })).title)
      .toBe("Here");
  });
});
