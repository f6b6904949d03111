import { describe, expect, it } from "vitest";
import {
  beginTask,
  decidePlan,
  editPlan,
  endTask,
  listReady,
  listStuck,
  needsReplan,
  noteAsking,
  replan,
  skipStuck,
} from "@/lib/engine/planning/follow";
import type { EditedTask, Plan } from "@/lib/features/plans/shape";

const toEdited = (id: string, dependsOn: string[] = []): EditedTask => ({
  ...{ id, title: id, instruction: `Do ${id}`, expected: "", tool: null, agent: null },
  ...{ dependsOn, isCritical: false, pattern: "one" },
});
const toPlan = (...steps: EditedTask[]): Plan => ({
  ...{
    version: 1,
    goal: "All",
    state: "running",
    isReport: false,
    replans: 0,
    estimateMicroUsd: 0,
    notes: [],
  },
  steps: steps.map((task) => ({ ...task, status: "pending", attempts: 0, costMicroUsd: 0 })),
});
const ids = (steps: { id: string }[]) => steps.map(({ id }) => id);
const begin = (plan: Plan, id: string) =>
  beginTask(plan, id, { conversationId: `c-${id}`, now: 1, dueAt: 11 });
const done = { kind: "completed", summary: "ok", isPrivate: false, costMicroUsd: 5, now: 2 } as const;
const failed = {
  kind: "failed",
  problem: "no",
  causes: [{ cause: "empty" }],
  costMicroUsd: 5,
  now: 2,
} as const;

describe("a plan", () => {
  it("begins four steps at once at most, and each when what it needs is done", () => {
    let plan = toPlan(...["s1", "s2", "s3", "s4", "s5"].map((id) => toEdited(id)), toEdited("s6", ["s1"]));
    expect(ids(listReady(plan))).toEqual(["s1", "s2", "s3", "s4"]);
    for (const { id } of listReady(plan)) plan = begin(plan, id);
    expect(listReady(plan)).toEqual([]);
    plan = endTask(plan, "s1", done);
    expect(ids(listReady(plan))).toEqual(["s5"]);
    plan = endTask(begin(plan, "s5"), "s5", done);
    expect(ids(listReady(plan))).toEqual(["s6"]);
  });

  it("tries a step three times and adds up what each try cost", () => {
    let plan = toPlan(toEdited("s1"));
    for (let attempt = 1; attempt <= 3; attempt += 1) plan = endTask(begin(plan, "s1"), "s1", failed);
    expect(plan.steps[0]).toMatchObject({
      status: "failed",
      attempts: 3,
      costMicroUsd: 15,
      problem: "no",
      causes: [{ cause: "empty" }],
    });
    expect(needsReplan(plan)).toBe(true);
    expect(needsReplan({ ...plan, replans: 3 })).toBe(false);
  });

  it("gives a step that is late once more, then it has failed", () => {
    const agent = { id: "analyst", name: "Analyst" };
    const tools = [{ tool: "image_generate", text: "a picture" }];
    const late = {
      kind: "late",
      problem: "late",
      causes: [{ cause: "late" }],
      costMicroUsd: 5,
      now: 2,
    } as const;
    let plan = begin(toPlan({ ...toEdited("s1"), isCritical: true }), "s1");
    expect(plan.steps[0]).toMatchObject({ dueAt: 11 });
    plan = endTask(plan, "s1", { ...late, next: { agent, done: tools } });
    expect(plan.steps[0]).toMatchObject({ status: "pending", agent, late: { done: tools }, problem: "late" });
    expect(plan.notes).toEqual([{ kind: "late", steps: ["s1"] }]);
    expect(needsReplan(plan)).toBe(false);
    plan = endTask(begin(plan, "s1"), "s1", { ...late, next: { agent: null, done: [] } });
    expect(plan.steps[0]).toMatchObject({ status: "failed", attempts: 2, costMicroUsd: 10 });
  });

  it("does not begin a late step again of which nobody knows what it has done", () => {
    const late = {
      kind: "late",
      problem: "late",
      causes: [{ cause: "late" }],
      next: null,
      costMicroUsd: 0,
      now: 2,
    } as const;
    const plan = endTask(begin(toPlan(toEdited("s1")), "s1"), "s1", late);
    expect(plan.steps[0]).toMatchObject({ status: "failed", attempts: 1 });
  });

  it("gives a step the whole time anew once the person has answered", () => {
    const asking = noteAsking(begin(toPlan(toEdited("s1")), "s1"), "s1", true, 20);
    expect(noteAsking(asking, "s1", true, 25)).toBe(asking);
    expect(noteAsking(asking, "s1", false, 30).steps[0]).toMatchObject({ isAsking: false, dueAt: 30 });
  });

  it("keeps what is done when what is left is planned anew", () => {
    let plan = toPlan(toEdited("s1"), { ...toEdited("s2"), isCritical: true }, toEdited("s3", ["s2"]));
    plan = endTask(begin(plan, "s1"), "s1", done);
    plan = endTask(begin(plan, "s2"), "s2", failed);
    const other = toPlan(toEdited("s4", ["s1", "s2"])).steps;
    const next = replan(plan, other, []);
    expect(ids(next.steps)).toEqual(["s1", "s2", "s4"]);
    expect(next.steps[1]).toMatchObject({ status: "failed", isReplaced: true });
    expect(next.steps[2]?.dependsOn).toEqual(["s1"]);
    expect(next).toMatchObject({ version: 2, replans: 1, notes: [{ kind: "replanned", steps: ["s2"] }] });
  });

  it("notices what can never begin, and gives it up", () => {
    const plan = toPlan(toEdited("s1", ["s2"]), toEdited("s2", ["s1"]));
    expect(ids(listStuck(plan))).toEqual(["s1", "s2"]);
    expect(skipStuck(plan).steps.map(({ status }) => status)).toEqual(["skipped", "skipped"]);
    expect(skipStuck(plan).notes).toEqual([{ kind: "skipped", steps: ["s1", "s2"] }]);
  });

  it("goes on without a step that is left out", () => {
    let plan = toPlan({ ...toEdited("s1"), isCritical: true }, toEdited("s2", ["s1"]));
    plan = replan(endTask(begin(plan, "s1"), "s1", failed), [], []);
    expect(ids(listReady(plan))).toEqual(["s2"]);
  });

  it("goes on without a step that failed once nothing more is planned in its place", () => {
    const plan = toPlan({ ...toEdited("s1"), isCritical: true }, toEdited("s2", ["s1"]));
    expect(listReady(endTask(begin(plan, "s1"), "s1", failed))).toEqual([]);
    const last = endTask(begin({ ...plan, replans: 3 }, "s1"), "s1", failed);
    expect(ids(listReady(last))).toEqual(["s2"]);
  });
});

describe("a person's change", () => {
  it("of a step that has begun, or of an older plan, is refused", () => {
    const plan = begin(toPlan(toEdited("s1"), toEdited("s2")), "s1");
    const edit = (version: number, ...steps: EditedTask[]) => editPlan(plan, { version, steps });
    expect(() => edit(1, toEdited("s1"))).toThrow("has begun already");
    expect(() => edit(0, toEdited("s2"))).toThrow("changed meanwhile");
    expect(() => edit(1, toEdited("s2", ["s9"]))).toThrow("make no plan");
    expect(ids(edit(1, toEdited("s3", ["s1"])).steps)).toEqual(["s1", "s3"]);
  });

  it("decides a plan that waits: it runs as it was changed, or is over", () => {
    const plan: Plan = { ...toPlan(toEdited("s1")), state: "proposed", dueAt: 9 };
    const steps = [toEdited("s2")];
    const approved = decidePlan(plan, { version: 1, steps, decision: "approve" });
    expect(approved).toMatchObject({ state: "running", version: 2, steps: [{ id: "s2" }] });
    expect(approved).not.toHaveProperty("dueAt");
    expect(decidePlan(plan, null)).toMatchObject({ state: "ended", steps: [{ status: "skipped" }] });
    expect(decidePlan(plan, { version: 1, decision: "cancel" }).state).toBe("ended");
  });
});
