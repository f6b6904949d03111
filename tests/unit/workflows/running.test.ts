import { describe, expect, it } from "vitest";
import { createJobRecords } from "@/lib/data/jobs";
import { workflowJob } from "@/lib/features/workflows/records";
import { paths } from "@/lib/data/paths";
import { newWorkflowSchema, workflowFileSchema } from "@/lib/features/workflows/shape/workflows";
import type { EditedTask } from "@/lib/features/plans/shape";
import { openTestStore } from "@/tests/support/open-test-store";
import { closeAfter, textOf } from "@/tests/support/scripted-services";
import { openTestServices, toQuestion } from "@/tests/support/test-services";
import { startProviderServer } from "@/tests/support/wire/provider-server";
import { toScript } from "@/tests/support/planned-script";

const hourMs = 3_600_000;
const hourly = { kind: "hours", every: 1 } as const;
const keptStep = (id: string, title: string, more: Partial<EditedTask> = {}): EditedTask => ({
  ...{ id, title, instruction: `Do: ${title}`, expected: "", tool: null, agent: null, dependsOn: [] },
  ...{ isCritical: false, pattern: "one", ...more },
});
const make = (more: object = {}) =>
  newWorkflowSchema.parse({ name: "Daily news", question: "What is new in {{city}}?", ...more });

async function open(answers: string[] = ["All told."]) {
  const clock = { now: Date.parse("2026-11-24T12:00:00Z") };
  const store = await openTestStore();
  const left = [...answers];
  const script = toScript({ plans: ["No plan is asked for."] });
  const provider = await startProviderServer(async (request) => {
    const words = JSON.stringify(request.body);
    if (words.includes("Do: ")) return script(request);
    const next = (left.length > 1 ? left.shift() : left[0]) ?? "";
    return { parts: [{ type: "text", chunks: [next] }], usage: { input: 20, output: 5 } };
  });
  closeAfter(provider);
  const services = await openTestServices(
    { LOCAL_BASE_URL: `${provider.url}/v1`, MODEL_MAIN: "local:test" },
    undefined,
    { now: () => clock.now, openStore: () => Promise.resolve(store) },
  );
  closeAfter({ close: () => services.dispose() });
  const conversations = async () =>
    (await services.runs.listConversations("owner", { limit: 50 })).conversations;
  const readReply = async (id: string) => {
    await services.runs.untilIdle("owner", id);
    const { messages } = await services.runs.readConversation("owner", id, { limit: 10 });
    return messages.at(-1) ?? { id: "", role: "user" as const, parts: [] };
  };
  const find = async (id: string) =>
    (await services.workflows.list("owner")).workflows.find((workflow) => workflow.id === id);
  return { services, provider, clock, store, conversations, readReply, find };
}

describe("a workflow", () => {
  it("follows its kept steps in a conversation of its name, and asks no model to plan", async () => {
    const { services, provider, conversations, readReply } = await open();
    const { workflows } = services;
    const steps = [
      keptStep("s1", "find {{city}}", { tool: "a_tool_that_is_gone" }),
      keptStep("s2", "tell", { dependsOn: ["s1"] }),
    ];
    const { id } = await workflows.create("owner", make({ steps }));
    const { conversationId } = await workflows.run("owner", id, { city: "Ulm" });
    const reply = await readReply(conversationId);
    expect(textOf(reply)).toBe("All told.");
    const plan = reply.parts.findLast((part) => part.type === "data-plan")?.data;
    expect(plan?.steps.map(({ title, status, tool }) => [title, status, tool])).toEqual([
      ["find Ulm", "completed", null],
      ["tell", "completed", null],
    ]);
    expect(plan).toMatchObject({ goal: "What is new in Ulm?", notes: [{ kind: "unknown", steps: ["s1"] }] });
    expect((await conversations()).map(({ title }) => title)).toEqual(["Daily news"]);
    const asked = provider.requests.map(({ body }) => JSON.stringify(body));
    expect(asked.some((words) => words.includes("You plan how a question is answered"))).toBe(false);
  });

  it("has the question and the title of the answer that it begins with, and compares with it", async () => {
    const { services, readReply } = await open(["It is 5.", "It is 7."]);
    const { workflows, runs } = services;
    await (
      await runs.start("owner", toQuestion("What is it?"))
    ).reply;
    const from = { conversationId: "c1", messageId: (await readReply("c1")).id };
    const { id, question } = await workflows.create(
      "owner",
      newWorkflowSchema.parse({ from, isWatch: true }),
    );
    expect(question).toBe("What is it?");
    await readReply((await workflows.run("owner", id, {})).conversationId);
    expect((await workflows.readDifference("owner", id)).difference?.sentences).toEqual([
      { kind: "changed", before: "It is 5.", after: "It is 7." },
    ]);
    await expect(workflows.create("somebody", newWorkflowSchema.parse({ from }))).rejects.toMatchObject({
      code: "not_found",
    });
    expect(newWorkflowSchema.safeParse({ name: "No question" }).success).toBe(false);
  });

  it("is not run without a value for a variable, nor kept with steps that make no plan", async () => {
    const { workflows } = (await open()).services;
    const { id } = await workflows.create("owner", make());
    await expect(workflows.run("owner", id, {})).rejects.toMatchObject({ code: "invalid_request" });
    const steps = [keptStep("s1", "one", { dependsOn: ["s2"] })];
    await expect(workflows.create("owner", make({ steps }))).rejects.toMatchObject({
      code: "invalid_request",
      fields: { "steps.0.dependsOn": "it needs a step that is not there" },
    });
    const circle = [
      keptStep("s1", "one", { dependsOn: ["s2"] }),
      keptStep("s2", "two", { dependsOn: ["s1"] }),
    ];
    await expect(workflows.change("owner", id, { steps: circle })).rejects.toMatchObject({
      code: "invalid_request",
      fields: { "steps.0.dependsOn": "it needs itself", "steps.1.dependsOn": "it needs itself" },
    });
    const line = [keptStep("s2", "two"), keptStep("s1", "one", { dependsOn: ["s2"] })];
    expect((await workflows.change("owner", id, { steps: line })).steps).toEqual(line);
  });

  it("is exported as a file that is taken again, paused", async () => {
    const { workflows } = (await open()).services;
    const values = { city: "Ulm" };
    const made = make({ steps: [keptStep("s1", "one")], schedule: hourly, values, answer: { agent: "a1" } });
    const { id } = await workflows.create("owner", made);
    const file: unknown = JSON.parse(JSON.stringify(await workflows.export("owner", id)));
    const taken = await workflows.import("owner", workflowFileSchema.parse(file));
    const { name, question, steps } = made;
    expect(taken).toMatchObject({
      ...{ name, question, steps, values },
      isPaused: true,
      nextAt: null,
      answer: {},
    });
    expect(workflowFileSchema.safeParse({ ...(file as object), version: 2 }).success).toBe(false);
  });
});

describe("a scheduled workflow", () => {
  const scheduled = () => make({ schedule: hourly, values: { city: "Ulm" } });

  it("is asked when its time has come, once for all that was missed", async () => {
    const { services, clock, conversations, readReply, find } = await open();
    const { id } = await services.workflows.create("owner", scheduled());
    await services.doDueWork();
    expect(await conversations()).toEqual([]);
    clock.now += 5.5 * hourMs;
    await services.doDueWork();
    await services.doDueWork();
    const [only, ...more] = await conversations();
    expect(more).toEqual([]);
    expect(textOf(await readReply(only?.id ?? ""))).toBe("All told.");
    expect(await find(id)).toMatchObject({
      runs: [{ conversationId: only?.id, isScheduled: true }],
      nextAt: clock.now + 0.5 * hourMs,
      problem: null,
    });
    clock.now += 0.5 * hourMs;
    await services.doDueWork();
    expect(await conversations()).toHaveLength(2);
  });

  it("is counted apart from what people ask, and is no sign of them", async () => {
    const { services, clock, conversations, readReply } = await open();
    const { id } = await services.workflows.create("owner", scheduled());
    clock.now += hourMs;
    await services.doDueWork();
    for (const asked of await conversations()) await readReply(asked.id);
    await services.settleBackground();
    const apart = { schedule: { runs: 1, failed: 0, costMicroUsd: 0 } };
    const before = await services.overview({ days: 1 });
    expect(before).toMatchObject({ days: [{ runs: 0, people: 0, apart }], groups: [] });
    const { conversationId } = await services.workflows.run("owner", id, {});
    await readReply(conversationId);
    await services.settleBackground();
    expect(await services.overview({ days: 1 })).toMatchObject({ days: [{ runs: 1, people: 1, apart }] });
  });

  it("is asked once where its worker died before, or after, it had begun", async () => {
    const { services, store, clock, conversations } = await open();
    const { id } = await services.workflows.create("owner", scheduled());
    const before = await store.find(`users/owner/workflows/${id}`);
    clock.now += hourMs;
    const place = workflowJob.at({ userId: "owner", workflowId: id });
    await createJobRecords(store).claim(place, clock.now, clock.now + 1_000);
    await services.doDueWork();
    expect(await conversations()).toEqual([]);
    clock.now += 2_000;
    await services.doDueWork();
    expect(await conversations()).toHaveLength(1);
    // As if it had died before it could keep that it had asked.
    await store.set(`users/owner/workflows/${id}`, before?.data ?? {});
    await createJobRecords(store).schedule(place, clock.now);
    await services.doDueWork();
    expect(await conversations()).toHaveLength(1);
  });

  it("is not asked for somebody whose account was disabled, however long ago", async () => {
    const { services, store, clock, conversations, find, provider } = await open();
    const { id } = await services.workflows.create("owner", scheduled());
    await store.transaction(async (tx) => tx.update(paths.person("owner"), { disabledAt: clock.now }));
    clock.now += 48 * hourMs;
    await services.doDueWork();
    expect(await find(id)).toMatchObject({ problem: { code: "forbidden" }, runs: [] });
    expect(await conversations()).toEqual([]);
    expect(provider.requests).toEqual([]);
    await store.transaction(async (tx) => tx.update(paths.person("owner"), { disabledAt: null }));
    clock.now += hourMs;
    await services.doDueWork();
    expect(await conversations()).toHaveLength(1);
  });

  it("says why it was not asked, and tries again at its next time", async () => {
    const { services, clock, conversations, find } = await open();
    const answer = { model: "gone:model" };
    const { id } = await services.workflows.create("owner", { ...scheduled(), answer });
    clock.now += hourMs;
    await services.doDueWork();
    expect(await find(id)).toMatchObject({
      problem: { code: "forbidden", at: clock.now },
      nextAt: clock.now + hourMs,
      runs: [],
    });
    expect(await conversations()).toEqual([]);
  });
});

describe("a watch", () => {
  it("is kept once for a question, with the rhythm that was chosen last", async () => {
    const { services } = await open();
    const { workflows } = services;
    const watch = (more: object) =>
      workflows.create("owner", make({ question: "What is it?", isWatch: true, ...more }));
    const { id } = await watch({});
    expect(await watch({ schedule: hourly })).toMatchObject({ id, schedule: hourly });
    expect((await workflows.list("owner")).workflows).toHaveLength(1);
    expect((await watch({ question: "What else?" })).id).not.toBe(id);
  });

  it("is compared when its reply is there, once, and anew when an answer is gone", async () => {
    const { services, store, readReply, find } = await open(["Entry is 5.", "Entry is 7.", "Entry is 7."]);
    const { workflows } = services;
    const { id } = await workflows.create("owner", make({ question: "What is it?", isWatch: true }));
    const ids: string[] = [];
    for (let time = 0; time < 3; time += 1) {
      const { conversationId } = await workflows.run("owner", id, {});
      await readReply(conversationId);
      await services.settleBackground();
      ids.push(conversationId);
    }
    const kept = async () => (await store.find(`${paths.workflows("owner")}/${id}`))?.data["compared"];
    expect(await kept()).toEqual({ before: ids[1], after: ids[2], isOther: false });
    expect(await find(id)).toMatchObject({ hasChanged: false });
    await services.runs.deleteConversation("owner", ids[1] ?? "");
    expect(await find(id)).toMatchObject({ hasChanged: true });
    expect(await kept()).toEqual({ before: ids[0], after: ids[2], isOther: true });
  });

  it("says what its newest answer says otherwise, until the person has looked", async () => {
    const { services, readReply, find } = await open([
      "It is open. Entry is 5 euros.",
      "It is open. Entry is 7 euros.",
    ]);
    const { workflows } = services;
    const { id } = await workflows.create("owner", make({ question: "What is it?", isWatch: true }));
    const askAgain = async () => readReply((await workflows.run("owner", id, {})).conversationId);
    await askAgain();
    await askAgain();
    const { difference } = await workflows.readDifference("owner", id);
    expect(difference).toMatchObject({
      same: 1,
      sentences: [{ kind: "changed", before: "Entry is 5 euros.", after: "Entry is 7 euros." }],
    });
    expect(await find(id)).toMatchObject({ hasChanged: true });
    await workflows.change("owner", id, { seen: difference?.after.conversationId });
    expect(await find(id)).toMatchObject({ hasChanged: false });
  });
});
