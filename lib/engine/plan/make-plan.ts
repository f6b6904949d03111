import type { Brief } from "@/lib/engine/brief";
import { notices } from "@/lib/engine/loop/notices";
import {
  nextNumber,
  toNeedQuestion,
  toPlanQuestion,
  toReplanQuestion,
  type LastProposal,
} from "@/lib/engine/planning/ask-plan";
import { estimatePlan } from "@/lib/engine/planning/estimate";
import { addTasks, isOpen, needsReplan, replaceOpen, replan } from "@/lib/engine/planning/follow";
import { toKeptTasks } from "@/lib/engine/planning/keep";
import { toPlan, toTasks, withoutBegun, type PlanMeans, type Proposal } from "@/lib/engine/planning/propose";
import { toMessageText } from "@/lib/protocol/message-text";
import type { Plan, PlanTask } from "@/lib/features/plans/shape";
import type { Workflow } from "@/lib/features/workflows/shape/workflows";
import type { SmallQuestion } from "@/lib/protocol/ask";
import type { RecordPorts, RunHost, RunModels } from "@/lib/engine/ports";
import type { OpenedContext } from "@/lib/engine/run/context";
import type { Run, RunParts } from "@/lib/engine/run/run";
import type { Steer } from "@/lib/engine/records/leases";
import { tellUnanswered } from "@/lib/engine/run/tell-unanswered";
import { describeGiven } from "@/lib/engine/opening/task-note";
import { fundPlan, isPastBorder, unfundPlan } from "./border";
import { listHelpers } from "./helpers";
import { isOffline } from "@/lib/engine/answer/title";
import { listTextsAt } from "@/lib/engine/context/contributions";
import { listOffered, listWorded, toOwnSettings } from "@/lib/engine/opening/open-context";

/**
 * The plan of a reply that thinks long and needs one; `null` for none. A plan of one task is none: the plain
 * loop does the same for less.
 */
export async function makePlan(host: RunHost, run: RunParts): Promise<Plan | null> {
  const kept = await findKept(host.records.workflows, run);
  if (kept !== "none") return repeatPlan(host, run, kept);
  if (!isPlanned(host.models(), run)) return null;
  run.reply.stage("analyzing", "Looking at the question");
  const opened = await run.context.open();
  if (toPlanMode(run.brief) === "auto" && !(await isNeeded(run, opened))) return null;
  run.reply.stage("planning", "Making a plan");
  await fundPlan(host, run);
  const means = await listMeans(host, run.brief, opened);
  const question = toMessageText(run.brief.question);
  const last: LastProposal = { proposal: null };
  const asked = { question, known: toKnown(run.brief, opened), means, chain: run.brief.chain };
  const proposal = await ask(run, toPlanQuestion(asked, last), last);
  const made = proposal === null ? null : toTasks(proposal, means);
  if (proposal !== null && made !== null && made.steps.length > 1)
    return toPlan(proposal, made, estimate(host.models(), run, made.steps));
  await unfundPlan(host, run);
  if (toPlanMode(run.brief) === "always") run.reply.notice(notices.notPlanned());
  return null;
}

/** The workflow that is asked, `null` for one that is gone. `none`: no tasks were kept for the question. */
async function findKept(
  workflows: RecordPorts["workflows"],
  run: Pick<Run, "brief" | "reply">,
): Promise<Workflow | null | "none"> {
  const { workflow } = run.brief.options;
  if (workflow === undefined || !isNew(run)) return "none";
  const kept = await workflows.find(run.brief.userId, workflow.id);
  return kept?.steps.length === 0 ? "none" : kept;
}

/** The plan of a workflow, whose tasks nobody has to think up again. */
async function repeatPlan(host: RunHost, run: RunParts, kept: Workflow | null): Promise<Plan | null> {
  const { brief, reply } = run;
  if (kept === null || brief.settings.planning === "never" || isOffline(host.models(), brief.chain)) {
    reply.notice(notices.notPlanned());
    return null;
  }
  reply.stage("planning", "Making a plan");
  const means = await listMeans(host, brief, await run.context.open());
  await fundPlan(host, run);
  const made = toKeptTasks(kept.steps, means, new Map(Object.entries(brief.options.workflow?.values ?? {})));
  const proposal = { goal: toMessageText(brief.question), report: kept.isReport };
  return toPlan(proposal, made, estimate(host.models(), run, made.steps));
}

/** A plan that may come to more than its reply may cost is begun all the same, and the person is told. */
function estimate(
  models: RunModels,
  { brief, account, reply }: RunParts,
  tasks: readonly PlanTask[],
): number {
  const most = estimatePlan(tasks, toPrice(models, brief));
  const all = account.purse.budgetMicroUsd();
  if (all > 0 && most > all) reply.notice(notices.planTooLarge({ most: toCents(most), all: toCents(all) }));
  return most;
}

/** Plans what is left another way. Where no model can, what has failed is left out. */
export async function replanFailed(host: RunHost, run: RunParts, said: readonly Steer[]): Promise<void> {
  const plan = run.plan.find();
  if (plan === null) return;
  const made = await proposeAnew(host, run, plan, { words: said.map(({ text }) => text) });
  if (run.signal.aborted) return;
  // Tasks may have ended, and the person changed the plan, while the model thought.
  const now = run.plan.find();
  if (now === null || !needsReplan(now)) return;
  run.plan.set(replan(now, made?.steps ?? [], made?.notes ?? []));
}

/** The tasks for what is left or lacks; `null` where no model gave any proposal. What is done stays done. */
async function proposeAnew(
  host: RunHost,
  run: RunParts,
  plan: Plan,
  why: { words?: readonly string[]; missing?: readonly string[] },
): Promise<Pick<Plan, "steps" | "notes"> | null> {
  run.reply.stage("planning", "Changing the plan");
  const opened = await run.context.open();
  const means = await listMeans(host, run.brief, opened);
  const last: LastProposal = { proposal: null };
  const asked = { plan, means, chain: run.brief.chain, known: toKnown(run.brief, opened), ...why };
  const proposal = await ask(run, toReplanQuestion(asked, last), last);
  if (proposal === null) return null;
  const made = toTasks(proposal, means, nextNumber(plan));
  return { ...made, steps: withoutBegun(made.steps, plan.steps) };
}

/**
 * Asks whether what has not begun still fits what the person has said meanwhile, and puts other tasks in its
 * place where it does not.
 */
export async function heedWords(host: RunHost, run: RunParts, fresh: readonly Steer[]): Promise<void> {
  const plan = run.plan.find();
  if (plan === null) return;
  const ids = [...(plan.heeded ?? []), ...fresh.map(({ id }) => id)];
  if (!plan.steps.some(isOpen)) return run.plan.set({ ...plan, heeded: ids });
  const made = await proposeAnew(host, run, plan, { words: fresh.map(({ text }) => text) });
  if (run.signal.aborted) return;
  const now = run.plan.find() ?? plan;
  // None: it fits. What the person changed meanwhile stays.
  const isChanged = made !== null && made.steps.length > 0 && now.version === plan.version;
  const next = isChanged ? replaceOpen(now, made.steps, made.notes) : now;
  run.plan.set({ ...next, heeded: ids });
}

/** Adds tasks for what an answer was found to lack. Says whether there are any. */
export async function extendPlan(host: RunHost, run: RunParts, missing: readonly string[]): Promise<boolean> {
  const plan = run.plan.find();
  if (plan === null || isPastBorder(host.now, run)) return false;
  const made = await proposeAnew(host, run, plan, { missing });
  if (made === null || made.steps.length === 0 || run.signal.aborted) return false;
  run.plan.set(addTasks(plan, made.steps, made.notes));
  return true;
}

const toCents = (microUsd: number): number => Math.ceil(microUsd / 10_000);

/** Only a whole new reply to a person, and nothing that the offline guide answers. */
function isPlanned(models: RunModels, run: Pick<Run, "brief" | "reply">): boolean {
  const { task, chain } = run.brief;
  return task === null && isNew(run) && !isOffline(models, chain) && toPlanMode(run.brief) !== "never";
}

const isNew = (run: Pick<Run, "brief" | "reply">): boolean =>
  run.brief.base === null && run.reply.log.history().steps.length === 0;

/** The person may do without; only a reply that thinks long is planned unasked. */
function toPlanMode({ mode, options, settings }: Brief): "auto" | "always" | "never" {
  if (settings.planning === "never" || options.plan === "never") return "never";
  if (options.plan === "always") return "always";
  return mode === "thinking" ? settings.planning : "never";
}

async function isNeeded(run: RunParts, { messages }: OpenedContext): Promise<boolean> {
  const asked = messages.filter(({ role }) => role === "user").map(toMessageText);
  const need = toNeedQuestion(toMessageText(run.brief.question), asked.slice(0, -1).at(-1) ?? "");
  const told = await run.account.ask(need, "plan");
  tellUnanswered(run.reply, "plan", told);
  return told.answer?.plan === true;
}

/** A proposal that code found fault with twice is mended by code. */
async function ask(
  run: Pick<Run, "reply" | "account">,
  question: SmallQuestion<Proposal>,
  last: LastProposal,
): Promise<Proposal | null> {
  const told = await run.account.ask(question, "plan");
  run.account.markCosts();
  if (told.dearMicroUsd !== undefined)
    run.reply.notice(
      notices.tooDear({ most: toCents(told.dearMicroUsd), all: toCents(run.account.purse.budgetMicroUsd()) }),
    );
  const proposal = told.answer ?? last.proposal;
  if (proposal === null)
    tellUnanswered(run.reply, question.purpose === "plan_change" ? "change" : "plan", told);
  return proposal;
}

/** The tools that the reply could use, who can do tasks with them, and the workflows among them. */
async function listMeans(host: RunHost, brief: Brief, opened: OpenedContext): Promise<PlanMeans> {
  const settings = await toOwnSettings(host, brief, opened);
  const tools = listOffered(host.tools, { ...settings, memoryEnabled: false }, opened);
  const helpers = (await listHelpers(host, brief.userId)).filter(
    (helper) => helper.tools === null || helper.tools.some((tool) => tools.includes(tool)),
  );
  const worded = listWorded(opened);
  const workflows = tools.flatMap((name) => worded[name]?.plan ?? []);
  return { tools, helpers, workflows };
}

const shownMessages = 6;
const shownCharacters = 1_500;

/** What the plan may need of what was said before and of the person. */
function toKnown(brief: Brief, opened: OpenedContext): string {
  const { messages, summary, contributions } = opened;
  const facts = listTextsAt(contributions, "person");
  const before = messages.filter(({ id }) => id !== brief.question.id).slice(-shownMessages);
  const said = before.map(
    (message) => `${message.role}: ${toMessageText(message).slice(0, shownCharacters)}`,
  );
  return [
    ...describeGiven(opened),
    ...(summary === null ? [] : [`Summary of what came before:\n${summary.text}`]),
    ...(said.length === 0 ? [] : [`Said before:\n${said.join("\n")}`]),
    ...(facts.length === 0
      ? []
      : [`Known of the person:\n${facts.map(({ text }) => `- ${text}`).join("\n")}`]),
  ].join("\n\n");
}

function toPrice(models: RunModels, { chain }: Brief) {
  return models.describe(chain[0] ?? "").price;
}
