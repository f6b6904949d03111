import { describe, expect, it } from "vitest";
import { createJobRecords } from "@/lib/data/jobs";
import { createWorkflows } from "@/lib/features/workflows/records";
import { maxWorkflows, ownWorkflowSchema } from "@/lib/features/workflows/shape/workflows";
import { bothStores } from "@/tests/support/both-stores";
import { openTestBlobs } from "@/tests/support/open-test-store";
import { openPersonData } from "@/tests/support/person-data";

const hourMs = 3_600_000;
const daily = { kind: "hours", every: 24 } as const;
const make = (more: object = {}) =>
  ownWorkflowSchema.parse({ name: "News", question: "What is new?", ...more });

describe.each(bothStores)("workflows in $name", ({ openStore }) => {
  const open = async () => {
    const store = await openStore();
    const clock = { now: 0 };
    return {
      store,
      clock,
      workflows: createWorkflows(store, () => clock.now),
      jobs: createJobRecords(store),
    };
  };

  it("are their owner's alone", async () => {
    const { workflows } = await open();
    await workflows.create("ada", "w1", make());
    expect(await workflows.list("bob")).toEqual([]);
    await expect(workflows.change("bob", "w1", { name: "Mine" })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(workflows.delete("bob", "w1")).rejects.toMatchObject({ code: "not_found" });
    expect(await workflows.change("ada", "w1", { name: "Old" })).toMatchObject({ name: "Old", runs: [] });
    expect((await workflows.list("ada")).map(({ name }) => name)).toEqual(["Old"]);
  });

  it("have a job at the time of their schedule, and none while they are paused or gone", async () => {
    const { workflows, jobs, clock } = await open();
    await workflows.create("ada", "w1", make({ schedule: daily }));
    const due = () => jobs.listDue(1_000 * hourMs, 10);
    expect(await due()).toMatchObject([{ kind: "workflow", workflowId: "w1", dueAt: 24 * hourMs }]);
    expect(await workflows.change("ada", "w1", { isPaused: true })).toMatchObject({ nextAt: null });
    expect(await due()).toEqual([]);
    clock.now = 5 * hourMs;
    await workflows.change("ada", "w1", { isPaused: false });
    clock.now = 6 * hourMs;
    await workflows.change("ada", "w1", { name: "Other", schedule: { every: 24, kind: "hours" } });
    expect(await due()).toMatchObject([{ dueAt: 29 * hourMs }]);
    await workflows.delete("ada", "w1");
    expect(await due()).toEqual([]);
  });

  it("go on to the next time once, whatever was missed, and keep what went wrong", async () => {
    const { workflows, clock } = await open();
    const { nextAt } = await workflows.create("ada", "w1", make({ schedule: daily }));
    expect(nextAt).toBe(24 * hourMs);
    clock.now = 100 * hourMs;
    const run = { conversationId: "c1", messageId: null, at: 1, isScheduled: true };
    expect(await workflows.settle("ada", "w1", 24 * hourMs, { problem: "quota_exhausted" })).toBe(
      120 * hourMs,
    );
    expect(await workflows.find("ada", "w1")).toMatchObject({
      problem: { code: "quota_exhausted", at: clock.now },
      runs: [],
    });
    expect(await workflows.settle("ada", "w1", 24 * hourMs, { run })).toBe(120 * hourMs);
    expect(await workflows.find("ada", "w1")).toMatchObject({ runs: [] });
    clock.now = 120 * hourMs;
    expect(await workflows.settle("ada", "w1", 120 * hourMs, { run })).toBe(144 * hourMs);
    expect(await workflows.find("ada", "w1")).toMatchObject({ problem: null, runs: [run] });
  });

  it("need a value for every variable where nobody is asked for it", async () => {
    const { workflows } = await open();
    const asking = { question: "What is new in {{city}}?" };
    await workflows.create("ada", "w1", make(asking));
    await expect(workflows.change("ada", "w1", { schedule: daily })).rejects.toMatchObject({
      code: "invalid_request",
      fields: { "values.city": expect.any(String) as string },
    });
    await workflows.change("ada", "w1", { schedule: daily, values: { city: "Ulm" } });
  });

  it("are limited in number, and stand in the export and go with the account", async () => {
    const { store, workflows } = await open();
    const data = openPersonData(store, await openTestBlobs());
    for (let index = 0; index < maxWorkflows; index += 1)
      await workflows.create("ada", `w${index}`, make({ schedule: index === 0 ? daily : null }));
    await expect(workflows.create("ada", "more", make())).rejects.toMatchObject({ code: "too_large" });
    const kinds = (await Array.fromAsync(data.readAll("ada"))).filter(({ kind }) => kind === "workflow");
    expect(kinds).toHaveLength(maxWorkflows);
    await data.deleteAll("ada");
    expect(await workflows.list("ada")).toEqual([]);
    expect(await createJobRecords(store).listDue(1_000 * hourMs, 10)).toEqual([]);
  });
});
