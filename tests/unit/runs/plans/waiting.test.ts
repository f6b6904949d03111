import { describe, expect, it } from "vitest";
import { read, textOf } from "@/tests/support/scripted-services";
import type { TestServices } from "@/tests/support/test-services";
import type { Checkpoint } from "@/lib/protocol/settings-fields";
import type { Plan } from "@/lib/protocol/plans";
import { askPlanned, openPlanned, planOf, statuses, step, type PlannedScript } from "./open-planned";

const author = { id: "owner", name: "Owner" };

/** A site that asks at these points, whatever a step costs. */
async function openAsking(checkpoints: Checkpoint[], script: PlannedScript) {
  const planned = await openPlanned(script);
  const { version } = await planned.services.settings.get();
  const settings = { checkpoints, planApprovalCents: 0, stepApprovalCents: 0 };
  await planned.services.settings.save({ version, settings }, author.name);
  return planned;
}

async function findRun(services: TestServices): Promise<string> {
  return (await read(services)).activeRunId ?? "";
}

async function untilEnded(services: TestServices) {
  await expect.poll(() => findRun(services)).toBe("");
  return (await read(services)).messages.at(-1) ?? expect.fail("There is no reply.");
}

const openStep = ({ steps }: Plan) =>
  steps.map(({ id, title, instruction, expected, tool, agent, dependsOn, isCritical, pattern }) => {
    return { id, title, instruction, expected, tool, agent, dependsOn, isCritical, pattern };
  });

describe("a plan that waits for the person", () => {
  it("is shown before it runs, and runs as they changed it", async () => {
    const { services, provider } = await openAsking(["plan"], { plans: [[step("one"), step("two")]] });
    await askPlanned(services);
    const runId = await findRun(services);
    const plan = await services.runs.getPlan("owner", runId);
    expect(plan).toMatchObject({ state: "proposed", version: 1 });
    expect(provider.requests).toHaveLength(1);
    const [first, second] = openStep(plan);
    const steps = [
      { ...second, dependsOn: [] },
      { ...first, title: "three", instruction: "Do: three", dependsOn: ["s2"] },
    ];
    await services.runs.editPlan("owner", runId, {
      version: 1,
      steps: steps as NonNullable<Parameters<TestServices["runs"]["editPlan"]>[2]["steps"]>,
      decision: "approve",
    });
    const reply = await untilEnded(services);
    expect(planOf(reply)?.steps.map(({ title, status }) => [title, status])).toEqual([
      ["two", "completed"],
      ["three", "completed"],
    ]);
    expect(textOf(reply)).toBe("All told.");
  });

  it("is not followed when they cancel it: the question is answered without one", async () => {
    const { services, provider } = await openAsking(["plan"], { plans: [[step("one"), step("two")]] });
    await askPlanned(services);
    await services.runs.editPlan("owner", await findRun(services), { version: 1, decision: "cancel" });
    const reply = await untilEnded(services);
    expect(statuses(reply)).toEqual({ one: "skipped", two: "skipped" });
    expect(textOf(reply)).toBe("All told.");
    expect(provider.requests).toHaveLength(2);
  });

  it("takes one word only, and none that makes no plan", async () => {
    const { services } = await openAsking(["plan"], { plans: [[step("one"), step("two")]] });
    await askPlanned(services);
    const runId = await findRun(services);
    const [first] = openStep(await services.runs.getPlan("owner", runId));
    const circle = first === undefined ? [] : [{ ...first, dependsOn: ["s1"] }];
    await expect(
      services.runs.editPlan("owner", runId, { version: 1, steps: circle, decision: "approve" }),
    ).rejects.toMatchObject({ code: "invalid_request", fields: { "steps.0.dependsOn": "it needs itself" } });
    await expect(
      services.runs.editPlan("owner", runId, { version: 9, decision: "approve" }),
    ).rejects.toMatchObject({ code: "conflict" });
    await services.runs.editPlan("owner", runId, { version: 1, decision: "approve" });
    await expect(
      services.runs.editPlan("owner", runId, { version: 1, decision: "cancel" }),
    ).rejects.toMatchObject({ code: expect.stringMatching(/already_decided|conflict|not_found/) });
    await untilEnded(services);
  });
});

describe("a step that waits for the person", () => {
  it("is asked about with a stated choice, done when they say so and skipped when not", async () => {
    const { services } = await openAsking(["step"], { plans: [[step("one"), step("two")]] });
    await askPlanned(services);
    const asked = async () => {
      const { messages } = await read(services);
      return messages.at(-1);
    };
    await expect.poll(() => services.runs.listQuestions("owner", "c1")).toHaveLength(1);
    await services.runs.answerQuestion({ userId: "owner", conversationId: "c1", id: "step-s1" }, "Do it");
    await expect.poll(async () => (await services.runs.listQuestions("owner", "c1"))[0]?.id).toBe("step-s2");
    await services.runs.answerQuestion({ userId: "owner", conversationId: "c1", id: "step-s2" }, "Skip it");
    const reply = await untilEnded(services);
    expect(statuses(reply)).toEqual({ one: "completed", two: "skipped" });
    expect((await asked())?.parts.filter(({ type }) => type === "data-question")).toHaveLength(2);
  });
});
