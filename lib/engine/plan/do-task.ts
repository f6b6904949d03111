import { listCitable } from "@/lib/engine/context/contributions";
import type { Context } from "@/lib/engine/run/context";
import type { Account } from "@/lib/engine/run/account";
import { listRemembered } from "@/lib/engine/loop/consent/outgoing-words";
import type { MadeOf } from "@/lib/engine/loop/consent/view";
import { toCommitteeQuestion } from "@/lib/engine/planning/ask-plan";
import { findTask, giveTask, listLacking, type TaskEnd } from "@/lib/engine/planning/follow";
import type { ChatMessage, EndReason } from "@/lib/protocol/chat-message";
import { toMessageText } from "@/lib/protocol/message-text";
import type { PlanTask, TaskCauses } from "@/lib/features/plans/shape";
import { hasResult } from "@/lib/protocol/task-result";
import type { RunHost, RunTools } from "@/lib/engine/ports";
import type { Run, RunParts } from "@/lib/engine/run/run";
import type { Steer } from "@/lib/engine/records/leases";
import { passOnUnpaid } from "@/lib/engine/run/tell-once";
import { isPastBorder } from "./border";
import { toLateEnd } from "./late-task";
import { makeReplies } from "./make-replies";
import { takeBids } from "./take-bids";
import { isPrivateReply, isStrangeReply, readResults } from "./results";
import { toStarts } from "./task-starts";

/** What an attempt came to. `conversationId`: where its result stands, if not where it was begun. */
export type DoneTask = {
  end: DistributiveOmit<TaskEnd, "costMicroUsd" | "now">;
  costMicroUsd: number;
  conversationId?: string;
};
type DistributiveOmit<T, KEY extends PropertyKey> = T extends unknown ? Omit<T, KEY> : never;

/** So much of a result is shown in the plan. */
const summaryCharacters = 280;
type TaskHooks = { hear: () => readonly Steer[]; onAsking: (isAsking: boolean) => void };

/** Does a task once, or joins who does it. Throws what keeps it from being done. */
export async function doTask(
  host: RunHost,
  run: RunParts,
  given: PlanTask,
  { hear, onAsking }: TaskHooks,
): Promise<DoneTask> {
  const task = await withHelper(host, run, given);
  const plan = run.plan.find();
  if (plan === null) throw new Error("The run has no plan.");
  const results = await readResults(host, run, plan, task.dependsOn);
  const starts = await toStarts(host, run, { plan, task, results, hear });
  const hold = await run.account.purse.hold(
    starts.reduce((sum, { grantedMicroUsd }) => sum + grantedMicroUsd, 0),
  );
  let costMicroUsd = 0;
  try {
    const made = await makeReplies(host, run, { id: task.id, starts }, onAsking);
    costMicroUsd = made.costMicroUsd;
    if ("ended" in made) {
      const causes: TaskCauses = [{ cause: "failed" }];
      return { end: { kind: "failed", problem: made.ended.message, causes, isFinal: true }, costMicroUsd };
    }
    const { replies } = made;
    passOnUnpaid(run.reply, replies);
    const left = isPastBorder(host.now, run) ? replies.find(hasWords) : undefined;
    if (isLate(made) && !left)
      return { end: await toLateEnd(host, run.brief.userId, task, replies), costMicroUsd };
    const best = left ? replies.indexOf(left) : await judge(run.account, task, replies);
    const conversationId = starts[best]?.conversationId;
    const reply = replies[best] ?? null;
    // What it was given that is private it may have told.
    const given = toGiven(run.context, task, [...results, findTask(run.plan.find() ?? plan, task.id)]);
    const lacking = listLacking(plan, task).filter((need) => !hasResult(need));
    const end =
      reply === null
        ? noReply
        : toEnd(host.tools, run.context, { task, given, lacking, isLeft: left !== undefined }, reply);
    return { end, costMicroUsd, ...(conversationId !== undefined && { conversationId }) };
  } finally {
    await hold.settle(costMicroUsd);
  }
}

/** Once decided it stands in the plan: whoever goes on with the task asks nobody again. */
async function withHelper(
  host: RunHost,
  run: Pick<Run, "brief" | "account" | "plan">,
  task: PlanTask,
): Promise<PlanTask> {
  if (task.pattern !== "bids" || task.agent !== null) return task;
  const agent = await takeBids(host, run, task);
  const plan = run.plan.find();
  if (agent !== null && plan !== null) run.plan.set(giveTask(plan, task.id, agent));
  return { ...task, agent };
}

/** Whether nothing came in time: of its own, which a run has as every reply, or of the task. */
function isLate({ replies, isLate }: { replies: readonly (ChatMessage | null)[]; isLate: boolean }): boolean {
  const isOver = isLate || replies.every((reply) => reply?.metadata?.reason === "time");
  return isOver && !replies.some(isUsable);
}

const hasWords = (reply: ChatMessage | null): reply is ChatMessage =>
  reply !== null && toMessageText(reply).trim() !== "";

const noReply: DoneTask["end"] = { kind: "failed", problem: "Nobody did it.", causes: [{ cause: "undone" }] };

/** Which of several answers stands; the first where nobody can judge. */
async function judge(
  account: Account,
  { instruction, expected }: PlanTask,
  replies: readonly (ChatMessage | null)[],
): Promise<number> {
  const whole = replies.flatMap((reply, index) => (isUsable(reply) ? [index] : []));
  if (whole.length < 2) return whole[0] ?? 0;
  const texts = whole.map((index) => toMessageText(replies[index] as ChatMessage));
  const { answer } = await account.ask(toCommitteeQuestion(instruction, expected, texts), "plan_judge");
  return whole[(answer?.best ?? 1) - 1] ?? 0;
}

export function isUsable(reply: ChatMessage | null): boolean {
  const outcome = reply?.metadata?.outcome;
  const isWhole = outcome === "completed" || outcome === "limited";
  return reply !== null && isWhole && toMessageText(reply).trim() !== "";
}

/** What went into a task: the results that it got, what it heard of others, and files that came whole. */
function toGiven(context: Context, { late }: PlanTask, inputs: readonly Partial<MadeOf>[]): MadeOf {
  const files = listCitable(context.opened()?.contributions ?? []);
  return {
    isPrivate: files.length > 0 || (late?.done ?? []).length > 0 || inputs.some(({ isPrivate }) => isPrivate),
    isStrange: files.some(({ origin }) => origin !== "own") || inputs.some(({ isStrange }) => isStrange),
  };
}

/** Words of what is known of the person, which every task is given. */
function tellsRemembered(context: Context, reply: ChatMessage): boolean {
  const view = context.opened()?.judge.view();
  return view !== undefined && listRemembered(toMessageText(reply), view).length > 0;
}

/** What is said of a task that had to end early, or went without what it needed. */
function toMissing(reason: EndReason | undefined, lacking: readonly PlanTask[]): Partial<Missing> {
  const titles = lacking.map(({ title }) => title).join("; ");
  const all = [
    ...(reason === "time" ? [{ cause: "time", text: "Its time ran out." } as const] : []),
    ...(reason === "budget" ? [{ cause: "money", text: "Its money ran out." } as const] : []),
    ...(titles === ""
      ? []
      : [{ cause: "inputs", text: `It went without: ${titles}.`, detail: titles } as const]),
  ];
  if (all.length === 0) return {};
  return {
    missing: all.map(({ text }) => text).join(" "),
    causes: all.map(({ text: _, ...cause }) => cause),
  };
}
type Missing = { missing: string; causes: TaskCauses };

/** Why a task has no result; `null` for one that has. */
function findFailure(
  reply: ChatMessage,
  { attempts, summary, lacking }: Pick<PlanTask, "attempts"> & { summary: string } & Pick<Judged, "lacking">,
): DoneTask["end"] | null {
  const { evaluation } = reply.metadata ?? {};
  // It is done once more, with the reason; where an input is missing it would lack the same.
  if (evaluation?.answered !== false || lacking.length > 0) return null;
  const why = evaluation.missing.length === 0 ? summary : evaluation.missing.join("; ");
  const problem = `What was expected of it is missing: ${why}`;
  return { kind: "failed", problem, causes: [{ cause: "expected", detail: why }], isFinal: attempts > 1 };
}

function summarize(reply: ChatMessage): string {
  const text = toMessageText(reply).replace(/\s+/g, " ").trim();
  return text.length > summaryCharacters ? `${text.slice(0, summaryCharacters)} …` : text;
}

function toCause(reason: EndReason | undefined, outcome: string | undefined): TaskCauses[number]["cause"] {
  if (reason === "budget") return "money";
  if (reason === "time") return "time";
  return outcome === "failed" ? "failed" : "empty";
}

/** `lacking`: what it needed that came to nothing. */
type Judged = { task: PlanTask; given: MadeOf; lacking: readonly PlanTask[]; isLeft: boolean };

function toEnd(
  tools: RunTools,
  context: Context,
  { task, given, lacking, isLeft }: Judged,
  reply: ChatMessage,
): DoneTask["end"] {
  const { outcome, error, reason } = reply.metadata ?? {};
  if (outcome === "stopped" && !isLeft) return { kind: "skipped" };
  if (!isLeft && !isUsable(reply))
    return {
      kind: "failed",
      problem: error ?? `It ended without a result (${reason ?? outcome ?? "unknown"}).`,
      causes: [{ cause: toCause(reason, outcome) }],
      ...(reason === "budget" && { isUnpaid: true }),
    };
  const summary = summarize(reply);
  const failure = findFailure(reply, { attempts: task.attempts, summary, lacking });
  if (failure !== null) return failure;
  return {
    kind: "completed",
    summary,
    isPrivate: given.isPrivate || isPrivateReply(tools, reply) || tellsRemembered(context, reply),
    isStrange: given.isStrange || isStrangeReply(tools, reply),
    ...toMissing(isLeft ? "time" : reason, lacking),
  };
}
