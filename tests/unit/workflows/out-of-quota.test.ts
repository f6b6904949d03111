import { describe, expect, it } from "vitest";
import type { EditedTask } from "@/lib/features/plans/shape";
import { newWorkflowSchema } from "@/lib/features/workflows/shape/workflows";
import { findStep, toScript } from "@/tests/support/planned-script";
import { closeAfter, textOf } from "@/tests/support/scripted-services";
import { openTestServices } from "@/tests/support/test-services";
import { startProviderServer } from "@/tests/support/wire/provider-server";
import { statuses } from "@/tests/unit/engine/plans/open-planned";

const hourMs = 3_600_000;
const keptStep = (id: string, title: string, dependsOn: string[] = []): EditedTask => ({
  ...{ id, title, instruction: `Do: ${title}`, expected: "", tool: null, agent: null, dependsOn },
  ...{ isCritical: false, pattern: "one" },
});

const usual = { input: 2_000, output: 500 };
const dear = { input: 6_000, output: 1_500 };

/** A workflow of three steps, asked every hour of a model whose calls cost 0.8 cents, the first three times that. */
async function open() {
  const clock = { now: Date.parse("2026-11-24T12:00:00Z") };
  const script = toScript({ plans: ["No plan is asked for."] });
  const provider = await startProviderServer(async (request) => ({
    ...(await script(request)),
    usage: findStep(JSON.stringify(request.body)) === "one" ? dear : usual,
  }));
  closeAfter(provider);
  const services = await openTestServices(
    {
      ...{ OPENAI_API_KEY: "k", OPENAI_BASE_URL: `${provider.url}/v1`, MODEL_MAIN: "openai:gpt-4.1" },
      ...{ MODEL_LITE: "offline:guide" },
    },
    undefined,
    { now: () => clock.now },
  );
  closeAfter({ close: () => services.dispose() });
  const { id } = await services.workflows.create(
    "owner",
    newWorkflowSchema.parse({
      ...{ name: "News", question: "What is new?", schedule: { kind: "hours", every: 1 } },
      steps: [keptStep("s1", "one"), keptStep("s2", "two", ["s1"]), keptStep("s3", "three", ["s2"])],
    }),
  );
  const find = async () =>
    (await services.workflows.list("owner")).workflows.find((workflow) => workflow.id === id);
  const passHour = async () => {
    clock.now += hourMs;
    await services.doDueWork();
  };
  const readReply = async () => {
    const place = (await find())?.runs[0]?.conversationId ?? "";
    await services.runs.untilIdle("owner", place);
    return (await services.runs.readConversation("owner", place, { limit: 4 })).messages.at(-1);
  };
  return { services, provider, clock, find, passHour, readReply };
}

describe("a scheduled workflow whose owner runs out of money", () => {
  it("keeps what was done, says so in its conversation and on its page, and is asked at its next time", async () => {
    const { services, clock, provider, find, passHour, readReply } = await open();
    await services.quotas.setOverrides("owner", { centsPerDay: 5 });
    await passHour();
    const reply = (await readReply()) ?? expect.fail("There is no reply.");
    expect(reply.metadata).toMatchObject({ outcome: "limited", reason: "budget" });
    expect(statuses(reply)).toEqual({ one: "partial", two: "failed", three: "skipped" });
    expect(textOf(reply)).toBe("All told.");
    expect(JSON.stringify(reply.parts)).toContain(
      '"code":"stepsFailed","values":{"titles":["one","two","three"]}',
    );
    // What is paid for no more is asked of no model, nor planned another way.
    const asked = provider.requests.map(({ body }) => JSON.stringify(body));
    expect(asked.flatMap((words) => findStep(words) ?? [])).toEqual(["one"]);
    expect(asked.at(-1)).toContain("Result of one.");
    expect(await find()).toMatchObject({ cut: "budget", problem: null, nextAt: clock.now + hourMs });

    await services.quotas.setOverrides("owner", { centsPerDay: 1 });
    await passHour();
    expect(await find()).toMatchObject({
      problem: { code: "quota_exhausted", at: clock.now },
      nextAt: clock.now + hourMs,
      runs: [{ at: clock.now - hourMs }],
    });

    await services.quotas.setOverrides("owner", { centsPerDay: 500 });
    await passHour();
    const whole = (await readReply()) ?? expect.fail("There is no reply.");
    expect(whole.metadata?.outcome).toBe("completed");
    expect(statuses(whole)).toEqual({ one: "completed", two: "completed", three: "completed" });
    expect(await find()).toMatchObject({ cut: null, problem: null, nextAt: clock.now + hourMs });
    expect((await find())?.runs).toHaveLength(2);
  });
});
