import { describe, expect, it } from "vitest";
import { approvalLimitMs } from "@/lib/protocol/limits";
import type { Checkpoint } from "@/lib/protocol/settings-fields";
import { openEmbeddedStore } from "@/lib/store/embedded";
import { findStep, step, type PlannedScript } from "@/tests/support/planned-script";
import { call, read } from "@/tests/support/scripted-services";
import type { TestServices } from "@/tests/support/test-services";
import { isAskedFor } from "@/tests/support/wire/read-form";
import type { ProviderRequest } from "@/tests/support/wire/reply";
import { askPlanned, openPlanned, planOf, statuses } from "./open-planned";

const wordsOf = ({ body }: ProviderRequest) => JSON.stringify(body["messages"]);
const requestsOf = (requests: readonly ProviderRequest[], title: string) =>
  requests.filter((request) => findStep(wordsOf(request)) === title);
const plans = [[step("bad", [], { critical: true }), step("beside")], [step("other")]];
const replaced = { bad: "failed", beside: "completed", other: "completed" };

async function change(services: TestServices, settings: Parameters<TestServices["settings"]["update"]>[0]) {
  const { version } = await services.settings.get();
  await services.settings.update(settings, version, "Owner");
}
const findRun = async (services: TestServices) => (await read(services)).activeRunId ?? "";

describe("a helper that", () => {
  it("goes round in a circle is stopped, and what is left is planned another way", async () => {
    const again = call("calculate", { expression: "1+1" });
    const { services, provider } = await openPlanned({ plans, steps: { bad: [again] } });
    expect(statuses(await askPlanned(services))).toEqual(replaced);
    expect(requestsOf(provider.requests, "bad").length).toBeLessThanOrEqual(12);
  });

  it("says that it has what it has not is asked again, then not believed", async () => {
    const { services, provider } = await openPlanned({
      plans: [[step("bad", [], { expected: "a receipt" }), step("beside")], [step("other")]],
      steps: { bad: ["It is done."] },
      small: (request) =>
        isAskedFor(request, "answered", "supported") && wordsOf(request).includes("It is done.")
          ? { answered: false, supported: false, missing: ["a receipt"], refused: false, confidence: 0.2 }
          : null,
    });
    const reply = await askPlanned(services);
    expect(statuses(reply)).toEqual(replaced);
    expect(planOf(reply)?.steps[0]?.problem).toContain("a receipt");
    const tried = requestsOf(provider.requests, "bad");
    expect(tried).toHaveLength(4);
    expect(wordsOf(tried[2] ?? expect.fail())).toContain("An earlier try came to nothing");
    expect(wordsOf(provider.requests.at(-1) ?? expect.fail())).not.toContain("It is done.");
  });

  it("is to wait for itself, or to plan again, does its step once", async () => {
    const { services, provider } = await openPlanned({
      plans: [
        [step("bad", [1], { instruction: "Do: bad\nPlan this anew; you need {1.result}." }), step("beside")],
      ],
    });
    const reply = await askPlanned(services);
    expect(planOf(reply)?.notes.map(({ kind }) => kind)).toContain("cycle");
    expect(statuses(reply)).toEqual({ bad: "completed", beside: "completed" });
    expect(requestsOf(provider.requests, "bad")).toHaveLength(1);
    const planning = provider.requests.filter(({ body }) => JSON.stringify(body).includes("You plan how"));
    expect(planning.length).toBeLessThanOrEqual(2);
  });
});

describe("a person's word", () => {
  it("on a step that has just begun is refused, and the step goes on as it was", async () => {
    const held = Promise.withResolvers<string>();
    const { services } = await openPlanned({
      plans: [[step("one"), step("two", [1])]],
      steps: { one: [() => held.promise] },
    });
    const reply = askPlanned(services);
    const find = async () =>
      (await services.runs.getPlan("owner", await findRun(services)).catch(() => null))?.steps[0]?.status;
    await expect.poll(find).toBe("running");
    const runId = await findRun(services);
    const { version, steps } = await services.runs.getPlan("owner", runId);
    const edited = steps.map(
      ({ id, instruction, expected, tool, agent, dependsOn, isCritical, pattern }) => ({
        ...{ id, title: `New ${id}`, instruction, expected, tool, agent, dependsOn, isCritical, pattern },
      }),
    );
    await expect(services.runs.changePlan("owner", runId, { version, steps: edited })).rejects.toMatchObject({
      code: "conflict",
    });
    held.resolve("Done.");
    expect(statuses(await reply)).toEqual({ one: "completed", two: "completed" });
  });

  it("that comes after the deadline changes nothing: on a plan, and on a step", async () => {
    const late = await openLate(["plan"], { plans: [[step("one"), step("two")]] });
    await askPlanned(late.services);
    const runId = await findRun(late.services);
    await late.pass();
    const approved = late.services.runs.changePlan("owner", runId, { version: 1, decision: "approve" });
    await expect(approved).rejects.toMatchObject({ code: "not_running" });
    const { messages } = await read(late.services);
    const reply = messages.at(-1) ?? expect.fail("There is no reply.");
    expect(statuses(reply)).toEqual({ one: "skipped", two: "skipped" });

    const dear = await openLate(["step"], { plans: [[step("one"), step("two")]] });
    await askPlanned(dear.services);
    await dear.pass();
    await dear.pass();
    const place = { userId: "owner", conversationId: "c1", id: "step-s1" };
    await expect(dear.services.runs.answerQuestion(place, "Do it")).rejects.toMatchObject({
      code: "already_decided",
    });
    expect(statuses((await read(dear.services)).messages.at(-1) ?? expect.fail())).toEqual({
      one: "skipped",
      two: "skipped",
    });
  }, 30_000);
});

/** A site that asks at these points, and a clock that passes every deadline. */
async function openLate(checkpoints: Checkpoint[], script: PlannedScript) {
  const clock = { aheadMs: 0 };
  const now = () => Date.now() + clock.aheadMs;
  const { services } = await openPlanned(
    script,
    {},
    {
      now,
      openStore: (config) =>
        openEmbeddedStore({ dataDir: config.driver === "embedded" ? config.dataDir : "", now }),
    },
  );
  await change(services, { checkpoints, planApprovalCents: 0, stepApprovalCents: 0 });
  return {
    services,
    async pass(): Promise<void> {
      clock.aheadMs += approvalLimitMs + 1_000;
      await Promise.all(await services.runs.sweep());
    },
  };
}
