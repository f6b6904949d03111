import { approvalLimitMs } from "@/lib/protocol/limits";
import { notices } from "@/lib/engine/loop/notices";
import {
  endPlan,
  endTask,
  listLost,
  listReady,
  listStuck,
  needsReplan,
  replan,
  skipOpen,
  skipStuck,
} from "@/lib/engine/planning/follow";
import type { Plan } from "@/lib/features/plans/shape";
import type { Steer } from "@/lib/engine/records/leases";
import { listOpenQuestions } from "@/lib/engine/consent/waits";
import type { RunHost, TaskPorts } from "@/lib/engine/ports";
import type { Run, RunParts } from "@/lib/engine/run/run";
import { fundPlan, isPastBorder } from "./border";
import { askAboutFailure, askAboutTask, type PlanDecision } from "./checkpoints";
import { createTaskRunners, stopTasks, type TaskRunners } from "./task-runners";
import { heedWords, makePlan, replanFailed } from "./make-plan";
import { gatherResults } from "./results";
import { settleConflicts } from "./settle-conflicts";
import { toQuestionChunk } from "./settle-plan";

/**
 * Makes the plan of a reply that needs one and follows it, up to where the answer can be written from its
 * results. `waiting`: for the person. A plan that another worker began is gone on with.
 */
export async function followPlan(host: RunHost, run: Run): Promise<"waiting" | "ready"> {
  const known = run.plan.find();
  const plan = known ?? (await begin(host, run));
  if (plan === null || run.signal.aborted) return "ready";
  if (plan.state === "proposed") return "waiting";
  if (plan.state === "running") {
    await run.context.open();
    await fundPlan(host, run);
    if ((await followTasks(host, run)) === "waiting") return "waiting";
  }
  if (!run.signal.aborted) run.plan.keepResults(await gatherResults(host, run));
  return "ready";
}

/** A plan that may cost more than the administrator wants waits for the person's word first. */
async function begin(host: RunHost, run: RunParts): Promise<Plan | null> {
  const made = await makePlan(host, run);
  if (made === null) return null;
  const { checkpoints, planApprovalCents } = run.brief.settings;
  const isAsked = checkpoints.includes("plan") && made.estimateMicroUsd >= planApprovalCents * 10_000;
  const dueAt = host.now() + approvalLimitMs;
  const plan: Plan = isAsked ? { ...made, state: "proposed", dueAt } : made;
  run.plan.set(plan);
  return plan;
}

/** Until all tasks are over. What is cut goes on elsewhere, or is stopped with all its tasks. */
async function followTasks(host: RunHost, run: Run): Promise<"waiting" | "ended"> {
  const runners = createTaskRunners(host, run);
  const { steering } = run.control;
  runners.resume();
  for (;;) {
    if (run.signal.aborted) break;
    if (isPastBorder(host.now, run)) run.plan.set(skipOpen(getPlan(run)));
    const plan = getPlan(run);
    const fresh = steering.listWaiting().filter(({ id }) => plan.heeded?.includes(id) !== true);
    if (!isPastBorder(host.now, run) && fresh.length > 0) {
      steering.hear();
      await heedWords(host, run, fresh);
      continue;
    }
    // Of now: who ends meanwhile leaves nothing to be given up before the person was asked.
    const isIdle = runners.isIdle();
    if (isPastBorder(host.now, run) || !needsReplan(plan)) beginReady(host, run, runners);
    else if (await mend(host, run, askAboutFailure(host.now, run, plan, isIdle), steering.hear)) continue;
    if (!isIdle || !runners.isIdle()) await runners.untilNews();
    else {
      const state = await settleIdle(host, run);
      if (state === "waiting") return state;
      if (state === "over") break;
    }
  }
  await runners.leave();
  if (!run.control.cut.isElsewhere()) end(run);
  return "ended";
}

/** Whether tasks go on where none is running. */
async function settleIdle(host: RunHost, run: RunParts): Promise<"waiting" | "over" | "going"> {
  if (run.plan.isAsking()) return "waiting";
  const plan = getPlan(run);
  if (listStuck(plan).length > 0) run.plan.set(skipStuck(plan));
  else if (listReady(plan).length === 0) {
    // What is left of the time is the answer's.
    const isAsked = !isPastBorder(host.now, run) && (await settleConflicts(host, run));
    return isAsked ? "waiting" : "over";
  }
  return "going";
}

/** Plans what is left anew, or leaves out what failed. `false` while the person is asked. */
async function mend(
  host: RunHost,
  run: RunParts,
  word: PlanDecision,
  hear: () => readonly Steer[],
): Promise<boolean> {
  if (word === "go") await replanFailed(host, run, hear());
  else if (word === "no") run.plan.set(replan(getPlan(run), [], []));
  return word !== "wait";
}

function beginReady(host: RunHost, run: Pick<Run, "brief" | "reply" | "plan">, runners: TaskRunners): void {
  const ready = listReady(getPlan(run));
  const { done, total } = count(getPlan(run));
  if (ready.length > 0) run.reply.stage("executing_tools", "Working on the plan", { done, total });
  for (const task of ready) {
    const word = askAboutTask(host, run, task, runners.isIdle());
    if (word === "go") runners.begin(task);
    else if (word === "no")
      run.plan.set(endTask(getPlan(run), task.id, { kind: "skipped", costMicroUsd: 0, now: host.now() }));
  }
}

function end(run: Pick<Run, "reply" | "plan">): void {
  const plan = endPlan(getPlan(run));
  run.plan.set(plan);
  const lost = listLost(plan);
  if (lost.length > 0) run.reply.notice(notices.stepsFailed(lost.map(({ title }) => title)));
}

/** Ends what is left of the plan of a run that ends, with the tasks that are still being done. */
export async function closePlan(tasks: TaskPorts, run: RunParts): Promise<void> {
  const plan = run.plan.find();
  if (plan === null || plan.state === "ended") return;
  await stopTasks(tasks, run);
  run.plan.set(endPlan(plan));
  for (const question of listOpenQuestions(run.reply.log.chunks()))
    run.reply.log.push(toQuestionChunk({ ...question, state: "closed" }));
}

function count({ steps }: Plan): { done: number; total: number } {
  return { done: steps.filter(({ endedAt }) => endedAt !== undefined).length, total: steps.length };
}

function getPlan(run: Pick<Run, "plan">): Plan {
  const plan = run.plan.find();
  if (plan === null) throw new Error("The run has no plan.");
  return plan;
}
