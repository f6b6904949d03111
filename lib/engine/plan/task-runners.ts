import type { RunHost, TaskPorts } from "@/lib/engine/ports";
import {
  beginTask,
  endTask,
  findTask,
  listRunning,
  noteAsking,
  type TaskEnd,
} from "@/lib/engine/planning/follow";
import { toAppError } from "@/lib/errors";
import { toMadeOrigin, type MadeOf } from "@/lib/engine/loop/consent/view";
import { fenceResult } from "@/lib/language/fence";
import type { Plan, PlanTask } from "@/lib/features/plans/shape";
import type { Run, RunParts } from "@/lib/engine/run/run";
import { toBorder } from "./border";
import { doTask, type DoneTask } from "./do-task";
import { toConversations } from "./task-starts";
export type TaskRunners = ReturnType<typeof createTaskRunners>;

/** Those who do the tasks of a plan at the moment: one attempt each. */
export function createTaskRunners(host: RunHost, run: Run) {
  const working = new Map<string, Promise<void>>();
  const { wake, untilNews } = createNews(run.signal);
  run.plan.watch(wake);
  run.signal.addEventListener("abort", wake, { once: true });
  run.control.steering.onAdd((steer) => {
    wake();
    for (const { userId, conversationId } of listPlaces(run))
      void host.tasks
        .steer(userId, conversationId, steer)
        .catch((error: unknown) => host.log.warn("step_not_steered", { runId: run.brief.id, error }));
  });

  function work(task: PlanTask): void {
    const attempt = tryTask(host, run, task).finally(() => {
      working.delete(task.id);
      wake();
    });
    working.set(task.id, attempt);
  }

  return {
    /** Joins the attempts that an earlier worker began. */
    resume: (): void => listRunning(run.plan.find()?.steps ?? []).forEach(work),
    begin(task: PlanTask): void {
      const { attempts } = task;
      const conversationId = `${run.brief.id}_${task.id}_${attempts + 1}`;
      const now = host.now();
      change(run, (plan) => beginTask(plan, task.id, { conversationId, now, dueAt: toDueAt(host.now, run) }));
      const { id: to, title: text } = task;
      run.plan.note(`${to}-${attempts + 1}-task`, { kind: "task", from: "plan", to, at: now, text });
      const begun = run.plan.find();
      if (begun !== null) work(findTask(begun, task.id));
    },
    isIdle: (): boolean => working.size === 0,
    /** Until an attempt has ended, the person changes the plan, or the run is cut. */
    untilNews,
    /** Ends what is still being done when the plan is over or stopped; another worker joins it else. */
    async leave(): Promise<void> {
      if (!run.control.cut.isElsewhere()) await stopTasks(host.tasks, run);
      await Promise.all(working.values());
      run.plan.watch(() => undefined);
    },
  };
}

/** What happens while nobody waits for it is not missed. */
function createNews(signal: AbortSignal) {
  let isNew = false;
  let news = Promise.withResolvers<void>();
  return {
    wake(): void {
      isNew = true;
      news.resolve();
    },
    async untilNews(): Promise<void> {
      if (!isNew && !signal.aborted) await news.promise;
      isNew = false;
      news = Promise.withResolvers<void>();
    },
  };
}

type Place = { userId: string; conversationId: string };

/** Ends the tasks that run now. What they have cost until then is paid. */
export async function stopTasks(tasks: TaskPorts, run: RunParts): Promise<void> {
  const { meter, purse } = run.account;
  const stop = async ({ userId, conversationId }: Place) => {
    const reply = await tasks.stop(userId, conversationId);
    const costMicroUsd = reply?.metadata?.costMicroUsd ?? 0;
    meter.addCost("plan_steps", costMicroUsd);
    purse.add(costMicroUsd);
  };
  await Promise.all(listPlaces(run).map(stop));
}

/** Where the tasks that run now are made. */
function listPlaces(run: Pick<Run, "brief" | "plan">): Place[] {
  return listRunning(run.plan.find()?.steps ?? [])
    .flatMap(toConversations)
    .map((conversationId) => ({ userId: run.brief.userId, conversationId }));
}

/** Never throws. What is cut stays as it is in the plan: whoever goes on joins the attempt. */
async function tryTask(host: RunHost, run: Run, task: PlanTask): Promise<void> {
  const onAsking = (isAsking: boolean) =>
    change(run, (plan) => noteAsking(plan, task.id, isAsking, toDueAt(host.now, run)));
  let done: DoneTask;
  try {
    done = await doTask(host, run, task, { hear: run.control.steering.hear, onAsking });
  } catch (error) {
    if (run.signal.aborted) return;
    host.log.warn("step_failed", { runId: run.brief.id, step: task.id, error });
    const problem = toAppError(error).message;
    done = { end: { kind: "failed", problem, causes: [{ cause: "failed" }] }, costMicroUsd: 0 };
  }
  if (run.control.cut.isElsewhere()) return;
  const { costMicroUsd } = done;
  run.account.meter.addCost("plan_steps", costMicroUsd);
  run.account.markCosts();
  const now = host.now();
  const end: TaskEnd = { ...done.end, costMicroUsd, now };
  change(run, (plan) => endTask(withConversation(plan, task.id, done.conversationId), task.id, end));
  const text = end.kind === "completed" ? end.summary : "problem" in end ? end.problem : "";
  const kind = end.kind === "completed" ? "result" : "status";
  run.plan.note(`${task.id}-${task.attempts}-end`, { kind, from: task.id, to: "plan", at: now, text });
  if (end.kind === "completed") await shareFinding(host.tasks, run, task, end);
}

/** Those who work beside it learn what came of it with their next call of the model. */
async function shareFinding(
  tasks: TaskPorts,
  run: Pick<Run, "brief" | "plan">,
  { id, title }: PlanTask,
  { summary, isPrivate, isStrange = false, now }: Extract<TaskEnd, { kind: "completed" }>,
): Promise<void> {
  const places = listPlaces(run);
  if (places.length === 0) return;
  run.plan.note(`${id}-finding`, { kind: "finding", from: id, to: "all", at: now, text: summary });
  const text = fenceResult({ step: title }, summary);
  const finding = { text, origin: toMadeOrigin({ isPrivate, isStrange }), isNow: !isPrivate && !isStrange };
  change(run, (plan) => markRunning(plan, { isPrivate, isStrange }));
  await Promise.all(places.map(({ userId, conversationId }) => tasks.tell(userId, conversationId, finding)));
}

/** What those who hear a finding come to is made of it, too. */
function markRunning(plan: Plan, { isPrivate, isStrange }: MadeOf): Plan {
  const marks = { ...(isPrivate && { isPrivate }), ...(isStrange && { isStrange }) };
  const tasks = plan.steps.map((task) => (task.status === "running" ? { ...task, ...marks } : task));
  return isPrivate || isStrange ? { ...plan, steps: tasks } : plan;
}

/** The answer that a judge took may be another one than the first. */
function withConversation(plan: Plan, id: string, conversationId: string | undefined): Plan {
  if (conversationId === undefined) return plan;
  return { ...plan, steps: plan.steps.map((task) => (task.id === id ? { ...task, conversationId } : task)) };
}

/** By when an attempt must be done that begins now, or goes on after the person was asked. */
function toDueAt(now: () => number, run: Pick<Run, "brief" | "account">): number {
  return Math.min(now() + run.brief.settings.planStepTimeLimitSeconds * 1_000, toBorder(run));
}

function change(run: Pick<Run, "plan">, work: (plan: Plan) => Plan): void {
  const plan = run.plan.find();
  if (plan !== null) run.plan.set(work(plan));
}
