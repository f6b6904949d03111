import type { AgentSettings } from "@/lib/protocol/settings";
import { createJudge } from "@/lib/engine/consent/judge-calls";
import { withoutPerson } from "@/lib/engine/context/contributions";
import { readContext } from "@/lib/engine/context/read-context";
import type { Contribution } from "@/lib/engine/feature";
import type { CallJudgement } from "@/lib/engine/loop/consent/judge-call";
import type { OriginText } from "@/lib/engine/loop/consent/view";
import { isPictureType } from "@/lib/protocol/chat-request";
import { buildTaskNote } from "./task-note";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { Brief } from "@/lib/engine/brief";
import type { RunHost, RunTools } from "@/lib/engine/ports";
import { mayAskHelpers, type Task } from "@/lib/engine/task";
import type { OpenedContext } from "@/lib/engine/run/context";
import type { Run } from "@/lib/engine/run/run";

/** The conversation and what subjects add to it. */
export async function openContext(host: RunHost, run: Run): Promise<OpenedContext> {
  const { brief } = run;
  const { chunks, push } = run.reply.log;
  const asked = {
    ...{ run, signal: run.signal, addCost: run.account.meter.addCost, chunks, push },
    stage: (text: string) => run.reply.stage("analyzing", text),
  };
  /** What subjects add for the reply and every step of its plan. */
  const contribute = (to: Brief): Promise<Contribution[]> => {
    // One object for all: by it they share what they read.
    const request = { ...asked, brief: to };
    return Promise.all(host.features.flatMap(({ context }) => context?.(request) ?? []));
  };
  const judged = { brief, log: run.reply.log, ask: run.account.ask, steering: run.control.steering };
  if (brief.task !== null) return openTask(host, run, brief.task, { contribute, judged });
  const [{ placed, summary }, contributions, permissions] = await Promise.all([
    readContext(host.records, brief, run.signal),
    contribute(brief),
    host.permissions.of(brief.userId),
  ]);
  const messages = placed.map(({ message }) => message);
  const instructions = brief.agent?.instructions ?? "";
  const known = { messages, summary, instructions, texts: listTexts(contributions) };
  const asking = createJudge(host, judged, known, permissions);
  const judge = brief.isTrial ? withoutAsking(asking) : asking;
  return { ...known, placed, summary, contributions, taskNote: "", judge };
}

const listTexts = (contributions: readonly Contribution[]): OriginText[] =>
  contributions.flatMap(({ pieces = [] }) => pieces.flatMap(({ texts }) => texts));

/** Where nobody is there, what only a person could allow is refused at once. */
function withoutAsking(judge: OpenedContext["judge"]): OpenedContext["judge"] {
  const refuse = (judged: CallJudgement): CallJudgement =>
    judged.kind === "ask" ? { kind: "refuse", message: unaskedMessage, details: [] } : judged;
  return {
    ...judge,
    judge: (tool, input) => refuse(judge.judge(tool, input)),
    settle: async (tool, input) => refuse(await judge.settle(tool, input)),
  };
}

const unaskedMessage = "Only a person could allow this call, and nobody is here to ask. Go on without it.";

type TaskReading = {
  contribute: (brief: Brief) => Promise<Contribution[]>;
  judged: Parameters<typeof createJudge>[1];
};

/**
 * A step of a plan sees its task and all that the reply was given but the conversation, which is read for the
 * consent to its calls: the person's own question decides it.
 */
async function openTask(
  host: RunHost,
  run: Pick<Run, "brief" | "plan" | "signal">,
  task: Task,
  { contribute, judged }: TaskReading,
): Promise<OpenedContext> {
  const { conversationId, questionId, seq, path, summarisedSeq, hasFiles, folder } = task;
  const place = { ...run.brief.place, seq, path, summarisedSeq, hasFiles, folder };
  const settings = { ...run.brief.settings, memoryEnabled: !run.brief.isTemporary };
  const asked: Brief = { ...run.brief, conversationId, place, settings };
  const reading = readContext(host.records, { ...asked, question: null }, run.signal);
  const asking = reading.then(
    ({ placed }) => placed.find(({ message }) => message.id === questionId)?.message ?? run.brief.question,
  );
  const [before, question, contributions, permissions] = await Promise.all([
    reading,
    asking,
    asking.then((found) => contribute({ ...asked, question: { ...found, id: questionId } })),
    host.permissions.of(run.brief.userId),
  ]);
  const known = {
    ...{ messages: before.placed.map(({ message }) => message), summary: before.summary },
    instructions: [run.brief.agent?.instructions ?? "", task.agentInstructions].join("\n"),
    texts: listTexts(contributions),
    given: () => [...toGivenTexts(run.brief.question, task), ...run.plan.findings.list()],
  };
  const heard = task.said.map((text, index) => ({ id: `${run.brief.id}-said-${index}`, text }));
  const steering = { listWaiting: () => [...heard, ...judged.steering.listWaiting()] };
  const brief = { ...run.brief, question: { ...question, id: questionId } };
  return {
    ...{ ...known, messages: [], summary: null },
    contributions: task.isRemembering ? contributions : contributions.map(withoutPerson),
    placed: [{ seq: run.brief.place.seq - 1, message: withPictures(run.brief.question, question) }],
    taskNote: buildTaskNote(task),
    judge: createJudge(host, { ...judged, brief, steering }, known, permissions),
  };
}

/** The pictures of the question go with the task. */
function withPictures(message: ChatMessage, question: ChatMessage): ChatMessage {
  if (question.id === message.id) return message;
  const pictures = question.parts.filter((part) => part.type === "file" && isPictureType(part.mediaType));
  return { ...message, parts: [...message.parts, ...pictures] };
}

function toGivenTexts({ parts }: ChatMessage, { origins }: Task): OriginText[] {
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
  return texts.map((text, index) => {
    const origin = origins[index] ?? "model";
    return { origin, text, isNow: origin === "planned" || origin === "pasted" };
  });
}

/** The settings as they hold for this person: without what their role is denied, or they switched off. */
export async function toOwnSettings(
  host: RunHost,
  { userId, settings, task }: Brief,
  { contributions, judge }: OpenedContext,
): Promise<AgentSettings> {
  judge.permit(await host.permissions.of(userId));
  return {
    ...settings,
    ...Object.assign({}, ...contributions.map((given) => given.settings)),
    enabledTools: settings.enabledTools.filter(
      (name) => !isDenied(judge, name) && (host.tools.describe(name).needs === null || mayAskHelpers(task)),
    ),
  };
}

function isDenied(judge: OpenedContext["judge"], tool: string): boolean {
  return judge.permissionOf(tool)?.permission === "deny";
}

/** What is of use and not denied, also of tools without a switch. */
export function listOffered(
  tools: RunTools,
  settings: AgentSettings,
  { contributions, judge }: OpenedContext,
): string[] {
  const useless = contributions.flatMap((given) => given.tools?.without ?? []);
  return tools.listEnabled(settings).filter((name) => !isDenied(judge, name) && !useless.includes(name));
}

/** How tools are offered whose words depend on the person. */
export function listWorded({ contributions }: Pick<OpenedContext, "contributions">) {
  return Object.assign({}, ...contributions.map((given) => given.tools?.worded)) as WordedTools;
}

export type WordedTools = NonNullable<NonNullable<Contribution["tools"]>["worded"]>;
