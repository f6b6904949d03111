import type { Account } from "@/lib/engine/run/account";
import type { Reply } from "@/lib/engine/run/reply";
import type { ModelMessage, ToolSet } from "ai";
import { createFitMessages } from "@/lib/engine/loop/context/fit-messages";
import { toDay } from "@/lib/engine/loop/day";
import { unknownPrice, type Limits } from "@/lib/engine/loop/limits";
import { notices } from "@/lib/engine/loop/notices";
import type { StepTrace } from "@/lib/engine/loop/progress";
import { buildInstructions, continueNote, type PromptInput } from "@/lib/engine/loop/prompt";
import { fewSteps, toStepLimit } from "@/lib/engine/loop/step-limit";
import { isFreeStep } from "@/lib/engine/loop/free-steps";
import type { AgentOptions } from "@/lib/engine/loop/run-agent";
import { toStepTrace } from "@/lib/engine/loop/step-trace";
import { buildPartsNote } from "@/lib/engine/loop/sub-questions";
import { buildResultsNote } from "@/lib/engine/plan/compose";
import { isLost } from "@/lib/engine/planning/follow";
import { listHints } from "@/lib/features/laboratory/shape/hints";
import type { SubQuestion } from "@/lib/protocol/answer-checks";
import type { ChatChunk } from "@/lib/protocol/chat-message";
import { listRunResults } from "@/lib/engine/consent/judge-calls";
import { toModelContext, toOwnModelMessages, type ModelContext } from "@/lib/engine/context/model-messages";
import { listCitable, writePieces } from "@/lib/engine/context/contributions";
import { toModelChunks, toText } from "@/lib/engine/log/history";
import { reduceMessage } from "@/lib/engine/log/reduce-message";
import type { RecordPorts, RunHost } from "@/lib/engine/ports";
import type { OpenedContext } from "@/lib/engine/run/context";
import type { Run } from "@/lib/engine/run/run";
import type { Brief } from "@/lib/engine/brief";
import { listCallable } from "./answering-agent";
import { splitQuestion } from "./examine";
import { createLoopHooks, createModelHooks, createPriceReader } from "./loop-hooks";
import { listWorded, toOwnSettings } from "@/lib/engine/opening/open-context";
import { chooseTools, fitOffered } from "./offer-tools";
import { createTools } from "./run-tools";
import { isOffline } from "@/lib/engine/answer/title";

type RevisionKind = "again" | "more" | "answer" | "planned" | "cite";

/** Which models are asked, and with what. */
export type Attempt = {
  chain: readonly string[];
  /** The conversation was too long before: how many tokens of it may be sent now, with the answer. */
  mostTokens: number | null;
  /** The question alone was too long before, with all that goes with it: what the window is now taken for. */
  window: number | null;
  /** Which step was begun again, from 1, because it broke off: each is once. */
  begunAgainAt: number | null;
  /**
   * The answer is asked for again, once, with this note to the model. `answer`: its events, in case that
   * comes to nothing. `kind`: `more` begins with a call, and the model sees what it had answered; an
   * `answer` is due without one, a `planned` one once the plan has been followed further. To `cite`, the
   * answer stays as it is, and what comes is not shown.
   */
  revision: { note: string; answer: readonly ChatChunk[]; kind: RevisionKind } | null;
};

/** What the loop needs: model, tools, prompt, history and limits, by the settings at the run's start. */
export async function prepareAttempt(
  host: RunHost,
  run: Run,
  { chain, mostTokens, window, revision }: Attempt,
): Promise<AgentOptions> {
  const { brief, reply, account, context: given } = run;
  reply.stage("analyzing", "Looking at the question");
  const models = host.models();
  const opened = await run.context.open();
  const tools = createTools(host, run, listWorded(opened));
  const parts = await splitQuestion(host.models(), run);
  const stepLimit = toStepLimit(brief.mode, brief.style, brief.settings, parts.length).most;
  const offer = await offerTools(host, run, opened, { tools, chain, window, stepLimit });
  const { offeredTools, firstStepTools, isCallFirst, instructions } = offer;
  const activeTools = [...offeredTools, ...firstStepTools];
  const { price } = models.describe(chain[0] ?? "");
  if (brief.isAgentGone) reply.notice(notices.agentGone());
  if (price === null) reply.notice(notices.unknownPrice());
  const isSearchDue = revision?.kind === "more";
  const isAnswerDue = revision?.kind === "answer" || revision?.kind === "cite";
  const callsMade = countCalls(account, firstStepTools, revision !== null && !isSearchDue);
  const limits: Limits = {
    ...{ iterations: stepLimit, timeLimitMs: run.plan.limitMs(), price: price ?? unknownPrice },
    budgetMicroUsd: account.purse.budgetMicroUsd(),
    modelOutputTokens: Math.min(...chain.map((ref) => models.describe(ref).maxOutputTokens)),
    ...toRevisionLimits(revision, callsMade),
  };
  const offered = { tools, activeTools, instructions };
  const context = await toContext(host, brief, opened, { ...offered, chain, mostTokens });
  const own = await toOwnMessages(host.records.files, run, tools);
  const isCallRequired = isSearchDue || (isCallFirst && brief.base === null && !hasCalled(reply));
  const requiredTools =
    isAnswerDue || isOffline(host.models(), chain) ? [] : listCallable(brief, activeTools);
  const messages = [...context.messages, ...toPartsNote(parts), ...toResultsNote(run, context), ...own];
  given.give({
    ...{ room: context.room, messages: messages.length, tools: offeredTools.length },
    ...{ isCallRequired, requiredTools },
  });
  const before = listRunResults(reply.log.chunks());
  opened.judge.see(before);
  reply.calls.forgetResults();
  const options: AgentOptions = {
    ...offered,
    model: models.open(chain, createModelHooks(run, host.now)),
    fit: createFitMessages({ ...context, findResult: given.compactions.find, isTight: mostTokens !== null }),
    messages: [...messages, ...toRevisionMessages(revision)],
    firstStepTools,
    ...{ isCallRequired, isAnswerDue, requiredTools },
    before: { callsMade, traces: listTraces(reply.ownChunks()) },
    ...{ limits, ...toSampling(brief.settings) },
    ...{ signal: run.signal, startedAt: account.startedAt, now: host.now },
    spentMicroUsd: account.purse.takenMicroUsd,
    priceNow: createPriceReader(models, account),
    approvalSecret: host.permissions.approvalSecret,
    isDynamic: (tool) => host.tools.describe(tool).isDynamic,
    ...createLoopHooks(host, run, opened, { before, limits }),
  };
  const traced = toTraced(reply, opened, context, { chain, mostTokens });
  return reply.trace.watchLoop(options, traced, account.model.ref);
}

const toSampling = ({ temperature, seed, reasoningVisible }: Brief["settings"]) => ({
  ...{ temperature, seed, reasoningVisible },
});

/** Which tools the model gets, and the instructions that speak of them. */
async function offerTools(
  host: RunHost,
  run: Pick<Run, "brief" | "reply" | "plan">,
  opened: OpenedContext,
  { tools, stepLimit, ...asked }: { tools: ToolSet; stepLimit: number } & Pick<Attempt, "chain" | "window">,
) {
  const settings = await toOwnSettings(host, run.brief, opened);
  const switchedOff = host.tools.listSwitchedOff(settings, run.brief.isTemporary);
  const { offeredTools: names, ...chosen } = chooseTools(host, run, { settings, opened, chain: asked.chain });
  const { firstStepTools } = chosen;
  const { contextWindow } = host.models().describe(asked.chain[0] ?? "");
  const write = (named: string[]) =>
    buildPrompt(host, run.brief, {
      ...{ tools: named, stepLimit, firstStepTools, switchedOff },
      personal: writePieces(opened.contributions, "instructions", { contextWindow, tools: named }),
    });
  const instructions = write(names);
  const offeredTools = fitOffered(host, run, { tools, names, opened, ...asked, instructions });
  const isWhole = offeredTools.length === names.length;
  return { ...chosen, offeredTools, instructions: isWhole ? instructions : write(offeredTools) };
}

/** What the recorder keeps of the context that a loop begins with. */
function toTraced(
  reply: Reply,
  { summary, contributions }: OpenedContext,
  { room, messages }: ModelContext,
  { chain, mostTokens }: Pick<Attempt, "chain" | "mostTokens">,
) {
  const names = contributions.flatMap((given) => given.names ?? []);
  const facts = contributions.flatMap(({ named }) => named?.facts ?? []);
  return {
    chain: [...chain],
    context: {
      ...{ budget: { ...room }, messages: messages.length, isShortened: mostTokens !== null },
      hasSummary: summary !== null,
      files: listCitable(contributions).map(({ source }) => source.title),
      recalled: names.filter(({ kind }) => kind === "conversation").length,
    },
    memories: facts.map(({ id, content }) => ({ id, text: content })),
    sources: [...reply.sources.keys()],
  };
}

function toPartsNote(parts: readonly SubQuestion[]): ModelMessage[] {
  return parts.length === 0 ? [] : [{ role: "user", content: buildPartsNote(parts) }];
}

/** What the results of a plan may take of the model's context. */
const resultsShare = 0.6;

function toResultsNote(run: Pick<Run, "plan">, { room }: ModelContext): ModelMessage[] {
  const plan = run.plan.find();
  const results = run.plan.results();
  if (plan === null || (results.length === 0 && !plan.steps.some(isLost))) return [];
  const conflicts = run.plan.conflicts();
  const mostTokens = Math.floor(room.total * resultsShare);
  return [{ role: "user", content: buildResultsNote({ plan, results, conflicts, mostTokens }) }];
}

function toRevisionLimits(revision: Attempt["revision"], callsMade: number): Partial<Limits> {
  if (revision?.kind === "more") return { iterations: callsMade + fewSteps };
  return revision?.kind === "cite" ? { iterations: callsMade + 1 } : {};
}

function toRevisionMessages(revision: Attempt["revision"]): ModelMessage[] {
  if (revision === null) return [];
  const note: ModelMessage = { role: "user", content: revision.note };
  return revision.kind === "more" ? [{ role: "assistant", content: toText(revision.answer) }, note] : [note];
}

function hasCalled(reply: Reply): boolean {
  return reply.ownChunks().some(({ type }) => type === "tool-input-available");
}

function buildPrompt(
  { tools, now }: RunHost,
  { agent, mode, style, options, settings, isTemporary }: Brief,
  offered: Pick<PromptInput, "tools" | "stepLimit" | "firstStepTools" | "switchedOff" | "personal">,
): string {
  return buildInstructions({
    ...{ agent, style },
    isDeep: mode === "thinking",
    ...offered,
    guides: tools.listGuides(offered.tools),
    hints: listHints(settings.toolHints, offered.tools),
    isTemporary,
    ...toDay(now(), options.timezone),
  });
}

type OfferedTools = Pick<AgentOptions, "tools" | "activeTools" | "instructions"> &
  Pick<Attempt, "chain" | "mostTokens">;

function toContext(
  host: RunHost,
  { userId, mode }: Brief,
  { placed, summary, contributions, taskNote }: OpenedContext,
  { chain, ...offered }: OfferedTools,
): Promise<ModelContext> {
  const { contextWindow, seesImages } = host.models().describe(chain[0] ?? "");
  const {
    records: { files },
  } = host;
  return toModelContext({
    ...offered,
    ...{ userId, placed, summary, mode, files, contextWindow, seesImages },
    ...{ contributions, taskNote },
  });
}

/** Ends of calls that gave no step: they were broken off, or refused before they began. */
const unfinished: ReadonlySet<string> = new Set(["cut", "error", "interrupted", "other"]);

/**
 * The steps that are used up: an answer that is written again is no further one, nor is a first step that
 * only said that no tool is needed.
 */
function countCalls({ meter }: Account, firstStepTools: readonly string[], isRewritten: boolean): number {
  const finished = meter.steps.filter(({ finishReason }) => !unfinished.has(finishReason));
  const calls = finished[0]?.toolCalls.map(({ tool }) => ({ toolName: tool })) ?? [];
  return finished.length - (isFreeStep(calls, firstStepTools) ? 1 : 0) - (isRewritten ? 1 : 0);
}

/** What this reply has so far, whoever made it, and the request to go on where it had been cut short. */
async function toOwnMessages(
  files: RecordPorts["files"],
  run: Pick<Run, "brief" | "reply">,
  tools: ToolSet,
): Promise<ModelMessage[]> {
  // Before its first step there is nothing to read, and every reply would wait for the reading.
  if (run.reply.log.chunks().every(({ type }) => type === "start" || type === "data-notice")) return [];
  const { userId, base } = run.brief;
  const chunks = toModelChunks(run.reply.log.history());
  const message = await reduceMessage(chunks, run.brief.messageId, {});
  const isEmpty = message.parts.length === 0;
  const own = isEmpty ? [] : await toOwnModelMessages({ userId, message, tools, files: files });
  const isAtBase = base !== null && chunks.length <= run.reply.baseLength;
  return isAtBase ? [...own, { role: "user", content: continueNote }] : own;
}

function listTraces(chunks: readonly ChatChunk[]): StepTrace[] {
  const steps: ChatChunk[][] = [];
  for (const chunk of chunks) {
    if (chunk.type === "start-step") steps.push([]);
    steps.at(-1)?.push(chunk);
  }
  return steps.map((step) =>
    toStepTrace(
      step.flatMap((chunk) => (chunk.type === "tool-input-available" ? [chunk] : [])),
      step.flatMap((chunk) => (chunk.type === "tool-output-available" ? [chunk] : [])),
    ),
  );
}
