import type { Account } from "@/lib/engine/run/account";
import {
  beginStep,
  endStep,
  findStep,
  listRunning,
  noteAsking,
  type StepEnd,
} from "@/lib/engine/planning/follow";
import { toAppError } from "@/lib/errors";
import { toMadeOrigin, type MadeOf } from "@/lib/engine/loop/consent/view";
import { fenceResult } from "@/lib/language/fence";
import type { Plan, PlanStep } from "@/lib/protocol/plans";
import type { Run } from "@/lib/engine/run/run";
import { toBorder } from "./border";
import { doStep, type DoneStep, type StepDeps } from "./do-step";
import { toConversations } from "./step-starts";

export type CrewDeps = StepDeps;
export type Crew = ReturnType<typeof createCrew>;

/** Those who do the steps of a plan at the moment: one attempt each. */
export function createCrew(deps: CrewDeps, run: Run) {
  const working = new Map<string, Promise<void>>();
  const { wake, untilNews } = createNews(run.control.signal);
  run.plan.watch(wake);
  run.control.signal.addEventListener("abort", wake, { once: true });
  run.control.steering.onAdd((steer) => {
    wake();
    for (const { userId, conversationId } of listPlaces(run))
      void deps.steps
        .steer(userId, conversationId, steer)
        .catch((error: unknown) => deps.log.warn("step_not_steered", { runId: run.brief.id, error }));
  });

  function work(step: PlanStep): void {
    const attempt = tryStep(deps, run, step).finally(() => {
      working.delete(step.id);
      wake();
    });
    working.set(step.id, attempt);
  }

  return {
    /** Joins the attempts that an earlier worker began. */
    resume: (): void => listRunning(run.plan.find()?.steps ?? []).forEach(work),
    begin(step: PlanStep): void {
      const { attempts } = step;
      const conversationId = `${run.brief.id}_${step.id}_${attempts + 1}`;
      const now = deps.now();
      change(run, (plan) => beginStep(plan, step.id, { conversationId, now, dueAt: toDueAt(deps, run) }));
      const to = step.id;
      run.plan.note(`${to}-${attempts + 1}-task`, {
        kind: "task",
        from: "plan",
        to,
        at: now,
        text: step.title,
      });
      const begun = run.plan.find();
      if (begun !== null) work(findStep(begun, step.id));
    },
    isIdle: (): boolean => working.size === 0,
    /** Until an attempt has ended, the person changes the plan, or the run is cut. */
    untilNews,
    /** Ends what is still being done when the plan is over or stopped; another worker joins it else. */
    async leave(): Promise<void> {
      if (!run.control.cut.isElsewhere())
        await Promise.all(listPlaces(run).map((place) => stopStep(deps, run.account, place)));
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

/** What it has cost until then is paid. */
async function stopStep(deps: CrewDeps, account: Account, { userId, conversationId }: Place): Promise<void> {
  const reply = await deps.steps.stop(userId, conversationId);
  const costMicroUsd = reply?.metadata?.costMicroUsd ?? 0;
  account.meter.addCost("plan_steps", costMicroUsd);
  account.purse.add(costMicroUsd);
}

/** Where the steps that run now are made. */
function listPlaces(run: Pick<Run, "brief" | "plan">): Place[] {
  return listRunning(run.plan.find()?.steps ?? [])
    .flatMap(toConversations)
    .map((conversationId) => ({ userId: run.brief.userId, conversationId }));
}

/** Never throws. What is cut stays as it is in the plan: whoever goes on joins the attempt. */
async function tryStep(deps: CrewDeps, run: Run, step: PlanStep): Promise<void> {
  const onAsking = (isAsking: boolean) =>
    change(run, (plan) => noteAsking(plan, step.id, isAsking, toDueAt(deps, run)));
  let done: DoneStep;
  try {
    done = await doStep(deps, run, step, onAsking);
  } catch (error) {
    if (run.control.cut.cause() !== null) return;
    deps.log.warn("step_failed", { runId: run.brief.id, step: step.id, error });
    const problem = toAppError(error).message;
    done = { end: { kind: "failed", problem, causes: [{ cause: "failed" }] }, costMicroUsd: 0 };
  }
  if (run.control.cut.isElsewhere()) return;
  const { costMicroUsd } = done;
  run.account.meter.addCost("plan_steps", costMicroUsd);
  run.account.markCosts();
  const now = deps.now();
  const end: StepEnd = { ...done.end, costMicroUsd, now };
  change(run, (plan) => endStep(withConversation(plan, step.id, done.conversationId), step.id, end));
  const text = end.kind === "completed" ? end.summary : "problem" in end ? end.problem : "";
  const kind = end.kind === "completed" ? "result" : "status";
  run.plan.note(`${step.id}-${step.attempts}-end`, { kind, from: step.id, to: "plan", at: now, text });
  if (end.kind === "completed") await shareFinding(deps, run, step, end);
}

/** Those who work beside it learn what came of it with their next call of the model. */
async function shareFinding(
  deps: CrewDeps,
  run: Pick<Run, "brief" | "plan">,
  { id, title }: PlanStep,
  { summary, isPrivate, isStrange = false, now }: Extract<StepEnd, { kind: "completed" }>,
): Promise<void> {
  const places = listPlaces(run);
  if (places.length === 0) return;
  run.plan.note(`${id}-finding`, { kind: "finding", from: id, to: "all", at: now, text: summary });
  const text = fenceResult({ step: title }, summary);
  const finding = { text, origin: toMadeOrigin({ isPrivate, isStrange }), isNow: !isPrivate && !isStrange };
  change(run, (plan) => markRunning(plan, { isPrivate, isStrange }));
  await Promise.all(
    places.map(({ userId, conversationId }) => deps.steps.tell(userId, conversationId, finding)),
  );
}

/** What those who hear a finding come to is made of it, too. */
function markRunning(plan: Plan, { isPrivate, isStrange }: MadeOf): Plan {
  const marks = { ...(isPrivate && { isPrivate }), ...(isStrange && { isStrange }) };
  const steps = plan.steps.map((step) => (step.status === "running" ? { ...step, ...marks } : step));
  return isPrivate || isStrange ? { ...plan, steps } : plan;
}

/** The answer that a judge took may be another one than the first. */
function withConversation(plan: Plan, id: string, conversationId: string | undefined): Plan {
  if (conversationId === undefined) return plan;
  return { ...plan, steps: plan.steps.map((step) => (step.id === id ? { ...step, conversationId } : step)) };
}

/** By when an attempt must be done that begins now, or goes on after the person was asked. */
function toDueAt({ now }: CrewDeps, run: Pick<Run, "brief" | "account">): number {
  return Math.min(now() + run.brief.settings.planStepTimeLimitSeconds * 1_000, toBorder(run));
}

function change(run: Pick<Run, "plan">, work: (plan: Plan) => Plan): void {
  const plan = run.plan.find();
  if (plan !== null) run.plan.set(work(plan));
}
