import { expect, it } from "vitest";
import { toPlanDiagram } from "@/components/chat/plan/plan-diagram";
import { moveTask, removeTask, toEditedTasks, toNewTask } from "@/components/plans/plan-edits";
import type { PlanTask } from "@/lib/features/plans/shape";

const step = (id: string, dependsOn: string[] = [], more: Partial<PlanTask> = {}): PlanTask => ({
  ...{ id, title: id, instruction: `Do ${id}`, expected: "", tool: null, agent: null, dependsOn },
  ...{ isCritical: false, pattern: "one", status: "pending", attempts: 0, costMicroUsd: 0, ...more },
});

it("only steps that have not begun are given to the editor, without their state", () => {
  const tasks = [step("s1", [], { status: "running" }), step("s2", ["s1"], { status: "blocked" })];
  expect(toEditedTasks({ steps: tasks })).toEqual([
    { ...toEditedTasks({ steps: [step("s2")] })[0], dependsOn: ["s1"] },
  ]);
  expect(toEditedTasks({ steps: tasks })[0]).not.toHaveProperty("status");
});

it("steps are moved within the list, and nothing waits for one that was removed", () => {
  const steps = toEditedTasks({ steps: [step("s1"), step("s2", ["s1"]), step("s3", ["s1", "s2"])] });
  expect(moveTask(steps, 2, -1).map(({ id }) => id)).toEqual(["s1", "s3", "s2"]);
  expect(moveTask(steps, 0, -1).map(({ id }) => id)).toEqual(["s1", "s2", "s3"]);
  expect(removeTask(steps, "s1").map(({ dependsOn }) => dependsOn)).toEqual([[], ["s2"]]);
});

it("a new step has a number that none has had", () => {
  expect(toNewTask([step("s1", [], { status: "completed" }), step("s7")], "New").id).toBe("s8");
});

it("a title can draw nothing but itself", () => {
  const title = `x"]; click s1 "javascript:alert(1)" %%{init}`;
  const lines = toPlanDiagram({ steps: [step("s1", [], { title }), step("s2", ["s1", "s9"])] }).split("\n");
  expect(lines).toHaveLength(4);
  expect(lines[1]).toMatch(/^ {2}s1\["[^"[\]{}<>()%]*"\]$/);
  expect(lines[3]).toBe("  s1 --> s2");
});
