import type { Brief } from "@/lib/engine/brief";
import type { Account } from "@/lib/engine/run/account";
import type { Control } from "@/lib/engine/run/control";
import { BudgetSpent, runAgent, type AgentEnd, type AgentOptions } from "@/lib/engine/loop/run-agent";
import { toAppError, isAppError, type AppError } from "@/lib/errors";
import type { ChatChunk } from "@/lib/protocol/chat-message";
import { isThought } from "@/lib/protocol/thought-metadata";
import { toSteeringText } from "@/lib/protocol/message-text";
import { toAskedChunk } from "@/lib/engine/consent/asked-calls";
import { isOnlyText, toText as readText } from "@/lib/engine/log/history";
import type { Run, RunParts } from "@/lib/engine/run/run";
import { prepareAttempt, type Attempt } from "./prepare";
import { citeModelSources } from "./cite-model-sources";
import { filterCitations } from "./filter-citations";
import { recordRefusedCall } from "./run-tools";
import { withdrawText } from "./withdraw-text";
import { setTimeout } from "node:timers/promises";
import { writeLostPicture } from "@/lib/engine/loop/closing-text";
import { toLanguage } from "@/lib/engine/loop/notices";
import type { NewFile } from "@/lib/data/files";
import type { RunHost } from "@/lib/engine/ports";

/** What an attempt came to: how its loop stands, what broke it, and the text that was not shown. */
export type AttemptEnd = { loop: AgentEnd | null; error: AppError | null; text: string };

export function firstAttempt({ chain }: Brief): Attempt {
  return { chain, mostTokens: null, window: null, begunAgainAt: null, revision: null };
}

/** Runs the loop once. Each event is shown and kept as it comes, but of one that only asks for citations. */
export async function makeAttempt(host: RunHost, run: Run, attempt: Attempt): Promise<AttemptEnd> {
  const hidden: ChatChunk[] = [];
  const numbers = new Map<number, number>();
  const isShown = attempt.revision?.kind !== "cite";
  const made = await runAttempt(run, {
    prepare: () => prepareAttempt(host, run, attempt),
    filter: (chunks) =>
      filterCitations(citeModelSources(host.sources.createLedger, run, chunks, numbers), {
        toNumber: (number) => numbers.get(number) ?? number,
        sources: run.reply.sources,
        onUnknown: run.reply.answer.noteUnknownNumbers,
        named: run.context.opened()?.contributions.find(({ named }) => named !== undefined)?.named,
      }),
    take: (chunk) => (isShown ? recordChunk(host, run, chunk) : void hidden.push(chunk)),
    steering: isShown ? run.control.steering : null,
  });
  return { ...made, text: readText(hidden) };
}

type Making = {
  prepare: () => Promise<AgentOptions>;
  /** The events without what the model may not cite. */
  filter: (chunks: AsyncIterable<ChatChunk>) => AsyncIterable<ChatChunk>;
  take: (chunk: ChatChunk) => Promise<void> | void;
  /** What the person says meanwhile, where the loop reads it. */
  steering: Control["steering"] | null;
};

/** Runs a loop once, counted and traced, wherever its events go. */
export async function runAttempt(
  run: RunParts,
  { prepare, filter, take, steering }: Making,
): Promise<Omit<AttemptEnd, "text">> {
  let loop: AgentEnd | null = null;
  let failure: AppError | null = null;
  try {
    const agent = runAgent(await prepare());
    loop = agent.end;
    run.account.follow(agent);
    steering?.connect(agent);
    for await (const chunk of filter(agent.chunks)) {
      if (chunk.type === "steering-message") steering?.take(chunk.id);
      await take(chunk);
    }
  } catch (error) {
    if (loop !== null && error instanceof BudgetSpent) loop.forced = "budget";
    else if (!run.signal.aborted && loop?.isOverBudget !== true) failure = toAppError(error);
  }
  steering?.disconnect();
  if (loop !== null) closeCutStep(run.account, loop, failure !== null);
  run.account.markSteps();
  run.reply.trace.endLoop(loop, failure);
  return { loop, error: failure };
}

async function recordChunk(host: RunHost, run: Run, chunk: ChatChunk): Promise<void> {
  takeIn(run, chunk, host.now);
  run.reply.trace.isOfLoop(chunk);
  if (chunk.type === "tool-input-error") recordRefusedCall(host, run, chunk);
  if (chunk.type === "text-end" && isThought(chunk.providerMetadata)) return withdrawText(run, chunk.id);
  if (chunk.type !== "file") run.reply.log.push(chunk);
  else for (const stored of await storeMadeFile(host, run, chunk)) run.reply.log.push(stored);
  switch (chunk.type) {
    case "tool-approval-request":
      return run.reply.log.push(toAskedChunk(host.tools, run, chunk, host.now()));
    case "finish-step":
      run.account.markSteps();
      // An answer that is complete only has to be saved.
      if (run.control.cut.isLeaving() && !isOnlyText(run.reply.log.chunks())) run.control.cut.cut("handover");
      return;
    // What was found should not be looked for again.
    case "tool-output-available":
    case "steering-message":
      run.reply.writer.cut();
      return run.reply.trace.border();
    default:
  }
}

/** What the run learns from an event before it is shown. */
export function takeIn(run: Pick<Run, "reply" | "account">, chunk: ChatChunk, now: () => number): void {
  switch (chunk.type) {
    case "reasoning-delta":
      return run.account.meter.noteFirstToken();
    case "text-delta":
      run.account.meter.noteFirstToken();
      if (run.reply.answer.text() === "") run.reply.stage("generating_response", "Writing the answer");
      run.reply.answer.write(chunk.delta);
      run.account.record.firstTokenAt ??= now();
      return;
    case "start-step":
      run.account.markSteps();
      return run.reply.answer.start();
    case "steering-message":
      return run.reply.trace.steer(chunk.id, toSteeringText({ parts: [chunk] }));
    case "tool-input-start":
      return run.reply.stage("planning", `Planning to use ${chunk.toolName}`, { tools: [chunk.toolName] });
    case "tool-input-available":
      return run.reply.calls.ask(chunk);
    default:
  }
}

/** A cut-off call told no usage: what it read and wrote is estimated. A refused one cost nothing. */
function closeCutStep(account: Account, loop: AgentEnd, hasFailed: boolean): void {
  if (loop.pendingInputTokens === 0) return;
  const isRefused = hasFailed && loop.pendingOutputCharacters === 0;
  if (isRefused) return account.meter.endRefusedStep(account.model.ref());
  account.meter.endCutStep(account.model.ref(), {
    inputTokens: loop.pendingInputTokens,
    outputTokens: Math.ceil(loop.pendingOutputCharacters / 4),
  });
}
type MakingRun = Pick<Run, "brief" | "signal">;
type FileChunk = Extract<ChatChunk, { type: "file" }>;

/** A picture in the stream is stored and replaced by our address, or by words where it cannot be. */
async function storeMadeFile(host: RunHost, making: MakingRun, chunk: FileChunk): Promise<ChatChunk[]> {
  const { brief } = making;
  const comma = chunk.url.indexOf(",");
  if (!chunk.url.startsWith("data:") || comma === -1) return [chunk];
  const { userId, conversationId, options } = brief;
  const bytes = new Uint8Array(Buffer.from(chunk.url.slice(comma + 1), "base64"));
  const file = {
    userId,
    conversationId,
    fileId: host.newId(),
    bytes,
    mediaType: chunk.mediaType,
    name: "picture",
    createdAt: host.now(),
  };
  try {
    return [{ type: "file", url: await save(host, making, file), mediaType: chunk.mediaType }];
  } catch (error) {
    host.log.error("picture_not_saved", { runId: brief.id, error });
    return toText(`lost-${file.fileId}`, writeLostPicture(toLanguage(options.language)));
  }
}

/** A storage that went away for a moment gets the picture when it is back. */
const retryDelaysMs = [500, 1_500, 4_000];

async function save(host: RunHost, { brief, signal }: MakingRun, file: NewFile): Promise<string> {
  for (const delayMs of retryDelaysMs) {
    try {
      return await host.records.files.save(file);
    } catch (error) {
      if (!isAppError(error) || !error.isRetryable) throw error;
      host.log.warn("picture_not_saved_yet", { runId: brief.id, error });
      await setTimeout(delayMs, undefined, { signal });
    }
  }
  return host.records.files.save(file);
}

function toText(id: string, delta: string): ChatChunk[] {
  return [
    { type: "text-start", id },
    { type: "text-delta", id, delta },
    { type: "text-end", id },
  ];
}
