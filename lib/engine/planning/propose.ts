import { mostTasks } from "@/lib/protocol/limits";
import type { Plan, PlanNote, PlanTask } from "@/lib/features/plans/shape";
import { hasResult } from "@/lib/protocol/task-result";
import { z } from "zod";
import { chooseHelper, type Helper } from "./helpers";
import { breakCycles, listNeeds, sortTasks } from "./order";
import { listNamedTasks } from "./templates";

/** A task as a model proposes it; `needs` are numbers of tasks, from 1. */
const proposedTaskSchema = z.object({
  title: z.string(),
  instruction: z.string(),
  expected: z.string(),
  tool: z.string().nullable(),
  helper: z.string().nullable(),
  needs: z.array(z.int()),
  critical: z.boolean(),
  committee: z.boolean(),
});
export const proposalSchema = z.object({
  goal: z.string(),
  report: z.boolean(),
  steps: z.array(proposedTaskSchema),
});
export type Proposal = z.output<typeof proposalSchema>;

/** Where a proposal names no helper, but lets them bid for the task. */
export const anyHelper = "any";

/** What a plan may use. `workflows`: lines about those that a task may run; none without any. */
export type PlanMeans = {
  tools: readonly string[];
  helpers: readonly Helper[];
  workflows: readonly string[];
};

/** What code can prove wrong with a proposal, as a sentence for its model; `null` for nothing. */
export function findFault({ steps }: Proposal, { tools }: PlanMeans, numbering = 1): string | null {
  if (steps.length > mostTasks) return `Give at most ${mostTasks} steps; join those that belong together.`;
  const last = numbering + steps.length - 1;
  const unknown = steps.findIndex(({ needs }) => needs.some((need) => need < 1 || need > last));
  if (unknown !== -1) return `Step ${unknown + numbering} needs a step that is not there.`;
  const strange = steps.find(({ tool }) => tool !== null && !tools.includes(tool));
  if (strange !== undefined)
    return `There is no tool ${strange.tool}. There are: ${tools.join(", ")}. A step may also prefer none.`;
  const linked = steps.map(({ needs }, index) => ({
    id: String(index + numbering),
    dependsOn: needs.filter((need) => need >= numbering).map(String),
  }));
  const { rest } = sortTasks(linked);
  if (rest.length === 0) return null;
  return `Steps ${rest.map(({ id }) => id).join(", ")} need each other in a circle. Give each step only needs that can be done before it.`;
}

/**
 * The tasks of a proposal, with what code had to mend. `numbering`: the number of the first one; the tasks
 * before it are done, and may be needed.
 */
export function toTasks(
  { steps }: Proposal,
  { tools, helpers }: PlanMeans,
  numbering = 1,
): { steps: PlanTask[]; notes: PlanNote[] } {
  const kept = steps.slice(0, mostTasks);
  const last = numbering + kept.length - 1;
  const isKnown = (need: number) => need >= 1 && need <= last;
  const dangling = kept.flatMap(({ needs, tool }, index) =>
    needs.every(isKnown) && (tool === null || tools.includes(tool)) ? [] : [toId(index + numbering)],
  );
  const linked = kept.map((step, index) => toTask(step, index + numbering, { tools, helpers, isKnown }));
  const { steps: acyclic, broken } = breakCycles(linked);
  const merged = mergeFineTasks(acyclic);
  const notes: PlanNote[] = [
    { kind: "cut", steps: steps.length > kept.length ? [toId(last)] : [] },
    { kind: "unknown", steps: dangling },
    { kind: "cycle", steps: broken },
    { kind: "merged", steps: merged.joined },
  ];
  return { steps: sortTasks(merged.steps).sorted, notes: notes.filter((note) => note.steps.length > 0) };
}

const toId = (number: number): string => `s${number}`;

type TaskMeans = Omit<PlanMeans, "workflows"> & { isKnown: (need: number) => boolean };

function toTask(
  { title, instruction, expected, tool, helper, needs, critical, committee }: Proposal["steps"][number],
  number: number,
  { tools, helpers, isKnown }: TaskMeans,
): PlanTask {
  const text = instruction
    .replace(/\{(\d{1,3})\.result\}/g, "{s$1.result}")
    .trim()
    .slice(0, 4_000);
  const named = listNamedTasks(text).filter((id) => isKnown(Number(id.slice(1))) && id !== toId(number));
  const preferred = tool !== null && tools.includes(tool) ? tool : null;
  const short = title.trim().slice(0, 120);
  return {
    id: toId(number),
    title: short === "" ? text.slice(0, 60) || toId(number) : short,
    instruction: text === "" ? short || toId(number) : text,
    expected: expected.trim().slice(0, 500),
    tool: preferred,
    agent: chooseHelper(helpers, helper, preferred),
    dependsOn: [...new Set([...needs.filter(isKnown).map(toId), ...named])],
    isCritical: critical,
    pattern: committee ? "committee" : helper === anyHelper ? "bids" : "one",
    ...fresh,
  };
}

/** Not begun. */
export const fresh = { status: "pending", attempts: 0, costMicroUsd: 0 } as const;

/**
 * Joins tasks that are finer than a look-up: one that alone needs the one before it, with the same tool and
 * the same helper, is done with it. `joined` are those that took another one in.
 */
function mergeFineTasks(tasks: readonly PlanTask[]): { steps: PlanTask[]; joined: string[] } {
  const joined: string[] = [];
  let next = [...tasks];
  for (;;) {
    const pair = findFinePair(next);
    if (pair === null) return { steps: next, joined: [...new Set(joined)] };
    const [first, second] = pair;
    joined.push(first.id);
    const both: PlanTask = {
      ...first,
      instruction: `${first.instruction}\n\nThen: ${second.instruction}`.slice(0, 4_000),
      expected: [first.expected, second.expected]
        .filter((text) => text !== "")
        .join(" ")
        .slice(0, 500),
      isCritical: first.isCritical || second.isCritical,
    };
    next = next
      .filter(({ id }) => id !== second.id)
      .map((task) => (task.id === first.id ? both : relink(task, second.id, first.id)));
  }
}

function findFinePair(tasks: readonly PlanTask[]): [PlanTask, PlanTask] | null {
  for (const second of tasks) {
    const [need, ...more] = second.dependsOn;
    const first = more.length > 0 ? undefined : tasks.find(({ id }) => id === need);
    if (first === undefined || !isAlike(first, second) || namesResult(second, first.id)) continue;
    if (tasks.filter(({ dependsOn }) => dependsOn.includes(first.id)).length === 1) return [first, second];
  }
  return null;
}

/** A task without a tool is a thought of its own. */
function isAlike(one: PlanTask, other: PlanTask): boolean {
  const isPlain = one.pattern === "one" && other.pattern === "one";
  return isPlain && one.tool !== null && one.tool === other.tool && one.agent?.id === other.agent?.id;
}

const namesResult = ({ instruction }: PlanTask, id: string): boolean =>
  listNamedTasks(instruction).includes(id);

/** Without those that only repeat what is done or being done, whose results stand for theirs. */
export function withoutBegun(tasks: readonly PlanTask[], known: readonly PlanTask[]): PlanTask[] {
  const begun = known.filter((task) => hasResult(task) || task.status === "running");
  let left = [...tasks];
  for (const { id } of tasks) {
    const instruction = left.find((task) => task.id === id)?.instruction;
    const twin = begun.find((task) => task.instruction === instruction);
    if (twin !== undefined)
      left = left.filter((task) => task.id !== id).map((task) => relink(task, id, twin.id));
  }
  return left;
}

function relink(task: PlanTask, gone: string, by: string): PlanTask {
  const mark = new RegExp(`\\{${gone}\\.result\\}`, "g");
  return {
    ...task,
    instruction: task.instruction.replace(mark, `{${by}.result}`),
    dependsOn: [...new Set(task.dependsOn.map((id) => (id === gone ? by : id)))],
  };
}

/** Faults of tasks that a person has written, by field; empty where they make a plan. */
export function checkTasks(
  steps: readonly Pick<PlanTask, "id" | "dependsOn">[],
  done: readonly string[],
): Record<string, string> {
  const known = new Set([...done, ...steps.map(({ id }) => id)]);
  const faults: Record<string, string> = {};
  steps.forEach(({ id, dependsOn }, index) => {
    const isTwice = steps.findIndex((other) => other.id === id) !== index || done.includes(id);
    if (isTwice) faults[`steps.${index}.id`] = "another step has this id";
    if (dependsOn.some((need) => !known.has(need)))
      faults[`steps.${index}.dependsOn`] = "it needs a step that is not there";
    else if (listNeeds(steps, id).has(id)) faults[`steps.${index}.dependsOn`] = "it needs itself";
  });
  return faults;
}

/** A plan that begins. */
export function toPlan(
  { goal, report }: Pick<Proposal, "goal" | "report">,
  { steps, notes }: Pick<Plan, "steps" | "notes">,
  estimateMicroUsd: number,
): Plan {
  return {
    ...{ version: 1, goal: goal.trim().slice(0, 500), state: "running", isReport: report },
    ...{ steps, notes, replans: 0, estimateMicroUsd },
  };
}
