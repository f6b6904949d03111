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
import type { RunDeps } from "@/lib/engine/ports";
import { mayAskHelpers, type Task } from "@/lib/engine/task";
import type { OpenedContext } from "@/lib/engine/run/context";
import type { Run } from "@/lib/engine/run/run";

export type OpenDeps = Pick<
  RunDeps,
  "messages" | "summaries" | "features" | "tools" | "consentLedgers" | "log" | "permissionsOf"
>;

/** The conversation and what subjects add to it, read once. */
export async function openContext(deps: OpenDeps, run: Run): Promise<OpenedContext> {
  const open = run.context.opened();
  if (open !== null) return open;
  const { brief } = run;
  if (brief.task !== null) return run.context.adopt(await openTask(deps, run, brief.task));
  const [{ placed, summary }, contributions, permissions] = await Promise.all([
    readContext(deps, brief, run.control.signal),
    readContributions(deps, run, brief),
    deps.permissionsOf(brief.userId),
  ]);
  const messages = placed.map(({ message }) => message);
  const instructions = brief.agent?.instructions ?? "";
  const known = { messages, summary, instructions, texts: listTexts(contributions) };
  const asking = createJudge(deps, toJudged(run, brief), known, permissions);
  const judge = brief.isTrial ? withoutAsking(asking) : asking;
  return run.context.adopt({ ...known, placed, summary, contributions, taskNote: "", judge });
}

/** What subjects add for the reply and every step of its plan. */
async function readContributions(
  deps: Pick<RunDeps, "features">,
  run: Pick<Run, "brief" | "reply" | "account" | "control">,
  brief: Brief,
): Promise<Contribution[]> {
  const { chunks, push } = run.reply.log;
  const request = {
    ...{ run, brief, signal: run.control.signal, addCost: run.account.meter.addCost, chunks, push },
    stage: (text: string) => run.reply.stage("analyzing", text),
  };
  return Promise.all(deps.features.flatMap(({ context }) => context?.(request) ?? []));
}

const listTexts = (contributions: readonly Contribution[]): OriginText[] =>
  contributions.flatMap(({ pieces = [] }) => pieces.flatMap(({ texts }) => texts));

function toJudged({ reply, account, control }: Pick<Run, "reply" | "account" | "control">, brief: Brief) {
  return { brief, log: reply.log, ask: account.ask, steering: control.steering };
}

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

/**
 * A step of a plan sees its task and all that the reply was given but the conversation, which is read for the
 * consent to its calls: the person's own question decides it.
 */
async function openTask(deps: OpenDeps, run: Run, task: Task): Promise<OpenedContext> {
  const { conversationId, questionId, seq, path, summarisedSeq, hasFiles, folder } = task;
  const place = { ...run.brief.place, seq, path, summarisedSeq, hasFiles, folder };
  const settings = { ...run.brief.settings, memoryEnabled: !run.brief.isTemporary };
  const asked: Brief = { ...run.brief, conversationId, place, settings };
  const reading = readContext(deps, asked, run.control.signal);
  const asking = reading.then(
    ({ placed }) => placed.find(({ message }) => message.id === questionId)?.message ?? run.brief.question,
  );
  const [before, question, contributions, permissions] = await Promise.all([
    reading,
    asking,
    asking.then((found) =>
      readContributions(deps, run, { ...asked, question: { ...found, id: questionId } }),
    ),
    deps.permissionsOf(run.brief.userId),
  ]);
  const known = {
    ...{ messages: before.placed.map(({ message }) => message), summary: before.summary },
    instructions: [run.brief.agent?.instructions ?? "", task.agentInstructions].join("\n"),
    texts: listTexts(contributions),
    given: () => [...toGivenTexts(run.brief.question, task), ...run.plan.findings.list()],
  };
  const heard = task.said.map((text, index) => ({ id: `${run.brief.id}-said-${index}`, text }));
  const steering = { listWaiting: () => [...heard, ...run.control.steering.listWaiting()] };
  const brief = { ...run.brief, question: { ...question, id: questionId } };
  const judged = { ...toJudged(run, brief), steering };
  return {
    ...{ ...known, messages: [], summary: null },
    contributions: task.isRemembering ? contributions : contributions.map(withoutPerson),
    placed: [{ seq: run.brief.place.seq - 1, message: withPictures(run.brief.question, question) }],
    taskNote: buildTaskNote(task),
    judge: createJudge(deps, judged, known, permissions),
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
  deps: Pick<RunDeps, "permissionsOf" | "tools">,
  { userId, settings, task }: Brief,
  { contributions, judge }: OpenedContext,
): Promise<AgentSettings> {
  judge.permit(await deps.permissionsOf(userId));
  return {
    ...settings,
    ...Object.assign({}, ...contributions.map((given) => given.settings)),
    enabledTools: settings.enabledTools.filter(
      (name) => !isDenied(judge, name) && (deps.tools.describe(name).needs === null || mayAskHelpers(task)),
    ),
  };
}

function isDenied(judge: OpenedContext["judge"], tool: string): boolean {
  return judge.permissionOf(tool)?.permission === "deny";
}

/** What is of use and not denied, also of tools without a switch. */
export function listOffered(
  { tools }: Pick<RunDeps, "tools">,
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

type WordedTools = NonNullable<NonNullable<Contribution["tools"]>["worded"]>;
