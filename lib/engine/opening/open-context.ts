import type { AgentSettings } from "@/lib/protocol/settings";
import { createJudge } from "@/lib/engine/consent/judge-calls";
import { readRecalled, toRecalledTexts } from "@/lib/engine/context/recalled";
import { readContext } from "@/lib/engine/context/read-context";
import { hasOwnDocuments, readDocuments } from "./reply-documents";
import { readWishes } from "./read-wishes";
import type { CallJudgement } from "@/lib/engine/loop/consent/judge-call";
import type { OriginText } from "@/lib/engine/loop/consent/view";
import type { KnownContext } from "@/lib/engine/consent/consent-view";
import { isPictureType } from "@/lib/protocol/chat-request";
import { buildTaskNote } from "./task-note";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { Brief } from "@/lib/engine/brief";
import type { RunDeps } from "@/lib/engine/ports";
import { listWithin, mayAskHelpers, mayRunWorkflows, type Task } from "@/lib/engine/task";
import type { OpenedContext } from "@/lib/engine/run/context";
import type { Run } from "@/lib/engine/run/run";
import type { OfferedWorkflow } from "@/lib/tools/run-workflow/schema";

export type OpenDeps = Pick<
  RunDeps,
  | "messages"
  | "conversations"
  | "summaries"
  | "memory"
  | "recallSaid"
  | "tools"
  | "library"
  | "createLedger"
  | "consentLedgers"
  | "log"
  | "preferences"
  | "folders"
  | "permissionsOf"
  | "workflows"
>;

/** The conversation, what is remembered of the person and where documents may be looked up, read once. */
export async function openContext(deps: OpenDeps, run: Run): Promise<OpenedContext> {
  const open = run.context.opened();
  if (open !== null) return open;
  if (run.brief.task !== null) return run.context.adopt(await openTask(deps, run, run.brief.task));
  const [before, given, permissions, workflows] = await Promise.all([
    readContext(deps, toReading(run, run.brief)),
    readGiven(deps, run),
    deps.permissionsOf(run.brief.userId),
    readWorkflows(deps, run.brief),
  ]);
  const { placed, summary, remembered, said } = before;
  const { documents, recalled } = given;
  const messages = placed.map(({ message }) => message);
  const facts = [...remembered.facts.map(({ content }) => content), ...said];
  const instructions = run.brief.agent?.instructions ?? "";
  const known = {
    ...{ messages, summary, facts, instructions, files: documents.files },
    given: () => toRecalledTexts(recalled),
  };
  const asking = createJudge(deps, toJudged(run, run.brief), withWishes(known, given), permissions);
  const judge = run.brief.isTrial ? withoutAsking(asking) : asking;
  return run.context.adopt({
    ...known,
    ...given,
    placed,
    summary,
    remembered,
    said,
    workflows,
    taskNote: "",
    judge,
  });
}

/** What came with a question and what holds where it was asked, for the reply and every step of its plan. */
type Given = Pick<OpenedContext, "documents" | "wishes" | "recalled">;

async function readGiven(deps: OpenDeps, run: Pick<Run, "brief" | "reply" | "control">): Promise<Given> {
  const wanted = readWishes(deps, run.brief);
  const [documents, { wishes }, recalled] = await Promise.all([
    wanted.then(({ folder }) => readDocuments(deps, run, folder)),
    wanted,
    readRecalled(deps, run.brief),
  ]);
  return { documents, wishes, recalled };
}

function toReading(
  { account, control }: Pick<Run, "account" | "control">,
  brief: Brief,
  questionId = brief.question.id,
) {
  return { brief, questionId, signal: control.signal, addCost: account.meter.addCost };
}

function toJudged({ reply, account, control }: Pick<Run, "reply" | "account" | "control">, brief: Brief) {
  return { brief, log: reply.log, ask: account.ask, steering: control.steering };
}

/** For the consent to calls the person's wishes are as private as what is remembered of them. */
function withWishes(known: KnownContext, { wishes }: Given): KnownContext {
  return { ...known, facts: [...known.facts, ...wishes.map(({ instructions }) => instructions)] };
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
  const place = { ...run.brief.place, seq, path, summarisedSeq, hasFiles };
  const planned: Brief = { ...run.brief, conversationId, place };
  const settings = { ...run.brief.settings, memoryEnabled: !run.brief.isTemporary };
  const reading = readContext(deps, toReading(run, { ...planned, settings }, questionId));
  const asking = reading.then(
    ({ placed }) => placed.find(({ message }) => message.id === questionId)?.message ?? run.brief.question,
  );
  const [before, question, given, permissions, workflows] = await Promise.all([
    reading,
    asking,
    asking.then((asked) =>
      readGiven(deps, { ...run, brief: { ...planned, place: { ...place, folder }, question: asked } }),
    ),
    deps.permissionsOf(run.brief.userId),
    readWorkflows(deps, run.brief),
  ]);
  const { summary, remembered, said } = before;
  const messages = before.placed.map(({ message }) => message);
  const facts = remembered.facts.map(({ content }) => content);
  const known = {
    ...{ messages, summary, facts: [...facts, ...said], files: given.documents.files },
    instructions: [run.brief.agent?.instructions ?? "", task.agentInstructions].join("\n"),
    given: () => [
      ...toGivenTexts(run.brief.question, task),
      ...toRecalledTexts(given.recalled),
      ...run.plan.findings.list(),
    ],
  };
  const isTold = task.isRemembering && !remembered.isOff;
  const heard = task.said.map((text, index) => ({ id: `${run.brief.id}-said-${index}`, text }));
  const steering = { listWaiting: () => [...heard, ...run.control.steering.listWaiting()] };
  const brief = { ...run.brief, question: { ...question, id: questionId } };
  const judged = { ...toJudged(run, brief), steering };
  return {
    ...{ ...known, ...given, messages: [], facts: isTold ? [...facts, ...said] : [], summary: null },
    placed: [{ seq: run.brief.place.seq - 1, message: withPictures(run.brief.question, question) }],
    remembered: { ...remembered, facts: isTold ? remembered.facts : [] },
    said: isTold ? said : [],
    workflows,
    taskNote: buildTaskNote(task),
    judge: createJudge(deps, judged, withWishes(known, given), permissions),
  };
}

/** The pictures of the question go with the task. */
function withPictures(message: ChatMessage, question: ChatMessage): ChatMessage {
  if (question.id === message.id) return message;
  const pictures = question.parts.filter((part) => part.type === "file" && isPictureType(part.mediaType));
  return { ...message, parts: [...message.parts, ...pictures] };
}

/** Those that the reply may run: never one that it is a part of. */
async function readWorkflows(
  { workflows, tools }: Pick<RunDeps, "workflows" | "tools">,
  brief: Brief,
): Promise<OfferedWorkflow[]> {
  if (brief.isTrial || !mayRunWorkflows(brief.task)) return [];
  const isOn = brief.settings.enabledTools.some((name) => tools.describe(name).needs === "workflows");
  const within = listWithin(brief);
  return isOn ? (await workflows.listTools(brief.userId)).filter(({ id }) => !within.includes(id)) : [];
}

function toGivenTexts({ parts }: ChatMessage, { origins }: Task): OriginText[] {
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
  return texts.map((text, index) => {
    const origin = origins[index] ?? "model";
    return { origin, text, isNow: origin === "planned" || origin === "pasted" };
  });
}

/**
 * The settings as they hold for this person: without what their role is denied, and without memory where they
 * switched it off.
 */
export async function toOwnSettings(
  deps: Pick<RunDeps, "permissionsOf" | "tools">,
  { userId, settings, task }: Brief,
  { remembered, judge, workflows }: OpenedContext,
): Promise<AgentSettings> {
  judge.permit(await deps.permissionsOf(userId));
  const isThere = { helpers: mayAskHelpers(task), workflows: workflows.length > 0 };
  return {
    ...settings,
    enabledTools: settings.enabledTools.filter((name) => {
      const { needs } = deps.tools.describe(name);
      return !isDenied(judge, name) && (needs === null || isThere[needs]);
    }),
    memoryEnabled: settings.memoryEnabled && !remembered.isOff,
  };
}

function isDenied(judge: OpenedContext["judge"], tool: string): boolean {
  return judge.permissionOf(tool)?.permission === "deny";
}

/** What is not denied, also of tools without a switch; documents are searched only where there are some. */
export function listOffered(
  { tools }: Pick<RunDeps, "tools">,
  settings: AgentSettings,
  { documents, judge }: OpenedContext,
): string[] {
  const enabled = tools.listEnabled(settings).filter((name) => !isDenied(judge, name));
  if (hasOwnDocuments(documents)) return enabled;
  const useless = tools.listUseless({ isHandbookThere: documents.scopes.length > 0 });
  return enabled.filter((name) => !useless.includes(name));
}
