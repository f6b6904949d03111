import { describe, expect, it } from "vitest";
import { step, type PlannedScript } from "@/tests/support/planned-script";
import { read, textOf } from "@/tests/support/scripted-services";
import type { TestServices } from "@/tests/support/test-services";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { Checkpoint } from "@/lib/protocol/settings-fields";
import type { EditedTask, Plan } from "@/lib/features/plans/shape";
import { askPlanned, openPlanned, planOf, statuses } from "./open-planned";

/** A site that asks at these points, whatever a step costs. */
async function openAsking(checkpoints: Checkpoint[], script: PlannedScript) {
  const planned = await openPlanned(script);
  const { version } = await planned.services.settings.get();
  const settings = { checkpoints, planApprovalCents: 0, stepApprovalCents: 0 };
  await planned.services.settings.update(settings, version, "Owner");
  return planned;
}

async function findRun(services: TestServices): Promise<string> {
  return (await services.runs.readConversation("owner", "c1", { limit: 10 })).activeRunId ?? "";
}

async function untilEnded(services: TestServices) {
  await expect.poll(() => findRun(services), { timeout: 10_000 }).toBe("");
  return (await read(services)).messages.at(-1) ?? expect.fail("There is no reply.");
}

/** The steps as an editor sends them back. */
const toEdited = ({ steps }: Plan): EditedTask[] =>
  steps.map(({ id, title, instruction, expected, tool, agent, dependsOn, isCritical, pattern }) => {
    return { id, title, instruction, expected, tool, agent, dependsOn, isCritical, pattern };
  });

const listOpen = ({ parts }: ChatMessage) =>
  parts.flatMap((part) => (part.type === "data-question" && part.data.state === "asked" ? [part.id] : []));

async function answer(services: TestServices, id: string, words: string): Promise<ChatMessage> {
  const taken = await services.runs.answerQuestion({ userId: "owner", conversationId: "c1", id }, words);
  return taken?.reply ?? expect.fail("The reply does not go on.");
}

describe("a plan that waits for the person", () => {
  it("is shown before it runs, and runs as they changed it", async () => {
    const { services, provider } = await openAsking(["plan"], { plans: [[step("one"), step("two")]] });
    await askPlanned(services);
    const runId = await findRun(services);
    const plan = await services.runs.getPlan("owner", runId);
    expect(plan).toMatchObject({ state: "proposed", version: 1 });
    expect(provider.requests).toHaveLength(1);
    const [first, second] = toEdited(plan);
    if (first === undefined || second === undefined) return expect.fail("The plan has two steps.");
    const steps = [
      { ...second, dependsOn: [] },
      { ...first, title: "three", instruction: "Do: three", dependsOn: ["s2"] },
    ];
    await services.runs.changePlan("owner", runId, {
      version: 1,
      steps,
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
    await services.runs.changePlan("owner", await findRun(services), { version: 1, decision: "cancel" });
    const reply = await untilEnded(services);
    expect(statuses(reply)).toEqual({ one: "skipped", two: "skipped" });
    expect(textOf(reply)).toBe("All told.");
    expect(provider.requests).toHaveLength(2);
  });

  it("takes one word only, and none that makes no plan", async () => {
    const { services } = await openAsking(["plan"], { plans: [[step("one"), step("two")]] });
    await askPlanned(services);
    const runId = await findRun(services);
    const [first] = toEdited(await services.runs.getPlan("owner", runId));
    const circle = first === undefined ? [] : [{ ...first, dependsOn: ["s1"] }];
    await expect(
      services.runs.changePlan("owner", runId, { version: 1, steps: circle, decision: "approve" }),
    ).rejects.toMatchObject({ code: "invalid_request", fields: { "steps.0.dependsOn": "it needs itself" } });
    await expect(
      services.runs.changePlan("owner", runId, { version: 9, decision: "approve" }),
    ).rejects.toMatchObject({ code: "conflict" });
    await services.runs.changePlan("owner", runId, { version: 1, decision: "approve" });
    await expect(
      services.runs.changePlan("owner", runId, { version: 1, decision: "approve" }),
    ).rejects.toMatchObject({ code: "conflict" });
    await untilEnded(services);
  });
});

describe("a step that waits for the person", () => {
  it("is asked about with a stated choice, done when they say so and skipped when not", async () => {
    const { services } = await openAsking(["step"], { plans: [[step("one"), step("two")]] });
    expect(listOpen(await askPlanned(services))).toEqual(["step-s1"]);
    expect(listOpen(await answer(services, "step-s1", "Do it"))).toEqual(["step-s2"]);
    const reply = await answer(services, "step-s2", "Skip it");
    expect(statuses(reply)).toEqual({ one: "completed", two: "skipped" });
    expect(reply.parts.filter(({ type }) => type === "data-question")).toHaveLength(2);
  });
});
