import type { AgentSettings } from "@/lib/protocol/settings";
import { createJudge } from "@/lib/runs/approvals/judge-calls";
import { readRecalled, toRecalledTexts } from "@/lib/runs/context/recalled";
import { readContext } from "@/lib/runs/context/read-context";
import { hasOwnDocuments, readDocuments } from "./reply-documents";
import { readWishes } from "./read-wishes";
import type { CallJudgement } from "@/lib/agent/consent/judge-call";
import type { OriginText } from "@/lib/agent/consent/view";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { RunDeps } from "@/lib/runs/ports";
import { listWithin, mayAskHelpers, mayRunWorkflows, type Task } from "@/lib/runs/task";
import type { OpenedContext, RunState } from "@/lib/runs/state/run-state";
import type { OfferedWorkflow } from "@/lib/tools/run-workflow/schema";

export type OpenDeps = Pick<
  RunDeps,
  | "messages"
  | "conversations"
  | "summaries"
  | "memory"
  | "recallSaid"
  | "tools"
  | "askSmall"
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
export async function openContext(deps: OpenDeps, run: RunState): Promise<OpenedContext> {
  const open = run.context();
  if (open !== null) return open;
  if (run.task !== null) return run.adopt(await openTask(deps, run, run.task));
  const wanted = readWishes(deps, run);
  const [
    { placed, summary, remembered, said },
    ...[documents, { wishes }, recalled, permissions, workflows]
  ] = await Promise.all([
    readContext(deps, run),
    wanted.then(({ folder }) => readDocuments(deps, run, folder)),
    wanted,
    readRecalled(deps, run),
    deps.permissionsOf(run.userId),
    readWorkflows(deps, run),
  ]);
  const messages = placed.map(({ message }) => message);
  const facts = [...remembered.facts.map(({ content }) => content), ...said];
  const instructions = run.agent?.instructions ?? "";
  const given = () => toRecalledTexts(recalled);
  const known = { messages, summary, facts, instructions, files: documents.files, given };
  const own = wishes.map((wish) => wish.instructions);
  const asking = createJudge(deps, run, { ...known, facts: [...facts, ...own] }, permissions);
  const judge = run.isTrial ? withoutAsking(asking) : asking;
  return run.adopt({
    ...known,
    wishes,
    placed,
    summary,
    remembered,
    said,
    documents,
    recalled,
    workflows,
    judge,
  });
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
 * A step of a plan sees its task and where documents may be looked up; what else was said and is remembered
 * is read for the consent to its calls, which the person's own question decides.
 */
async function openTask(deps: OpenDeps, run: RunState, task: Task): Promise<OpenedContext> {
  const { conversationId, questionId, seq, path, summarisedSeq, hasFiles } = task;
  const plan = { ...run, conversationId, seq, path, summarisedSeq, hasFiles, userMessageId: questionId };
  const settings = { ...run.settings, memoryEnabled: !run.isTemporary };
  const [before, { scopes }, permissions, workflows] = await Promise.all([
    readContext(deps, { ...plan, settings }),
    readDocuments(deps, run, null),
    deps.permissionsOf(run.userId),
    readWorkflows(deps, run),
  ]);
  const { summary, remembered, said } = before;
  const messages = before.placed.map(({ message }) => message);
  const question = messages.findLast(({ id }) => id === questionId) ?? run.userMessage;
  const known = {
    ...{ messages, summary, facts: [...remembered.facts.map(({ content }) => content), ...said] },
    instructions: run.agent?.instructions ?? "",
    given: () => [...toGivenTexts(run.userMessage, task), ...run.findings.list()],
  };
  return {
    ...{ ...known, messages: [], facts: [], wishes: [], summary: null },
    placed: [{ seq: run.seq - 1, message: run.userMessage }],
    remembered: { ...remembered, facts: [] },
    said: [],
    documents: { scopes, files: [], unread: [] },
    recalled: [],
    workflows,
    judge: createJudge(
      deps,
      { ...run, userMessage: question, userMessageId: questionId },
      known,
      permissions,
    ),
  };
}

/** Those that the reply may run: never one that it is a part of. */
async function readWorkflows(
  { workflows }: Pick<RunDeps, "workflows">,
  run: RunState,
): Promise<OfferedWorkflow[]> {
  if (run.isTrial || !mayRunWorkflows(run.task)) return [];
  const isOn = run.settings.enabledTools.includes("run_workflow");
  const within = listWithin(run);
  return isOn ? (await workflows.listTools(run.userId)).filter(({ id }) => !within.includes(id)) : [];
}

function toGivenTexts({ parts }: ChatMessage, { origins }: Task): OriginText[] {
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
  return texts.map((text, index) => {
    const origin = origins[index] ?? "model";
    return { origin, text, isNow: origin === "pasted" };
  });
}

/**
 * The settings as they hold for this person: without what their role is denied, and without memory where they
 * switched it off.
 */
export async function toOwnSettings(
  deps: Pick<RunDeps, "permissionsOf">,
  { userId, settings, task }: RunState,
  { remembered, judge, workflows }: OpenedContext,
): Promise<AgentSettings> {
  judge.permit(await deps.permissionsOf(userId));
  return {
    ...settings,
    enabledTools: settings.enabledTools.filter(
      (name) =>
        !isDenied(judge, name) &&
        (name !== "ask_helper" || mayAskHelpers(task)) &&
        (name !== "run_workflow" || workflows.length > 0),
    ),
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
