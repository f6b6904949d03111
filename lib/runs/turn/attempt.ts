import { BudgetSpent, runAgent, type AgentEnd } from "@/lib/agent/run-agent";
import { toAppError, type AppError } from "@/lib/errors";
import type { ChatChunk } from "@/lib/protocol/chat-message";
import { filterCitations } from "@/lib/runs/answer/filter-citations";
import { reportUsedMemories } from "@/lib/runs/answer/report-memories";
import { storeMadeFile } from "@/lib/runs/answer/made-files";
import { toAskedChunk } from "@/lib/runs/approvals/asked-calls";
import { isOnlyText } from "@/lib/runs/log/history";
import type { RunState } from "@/lib/runs/state/run-state";
import { prepareAttempt, type Attempt, type PrepareDeps } from "./prepare";
import { recordRefusedCall } from "./run-tools";

/** What an attempt came to: how its loop stands, and what broke it. */
export type AttemptEnd = { loop: AgentEnd | null; error: AppError | null };

export function firstAttempt({ chain }: Pick<RunState, "chain">): Attempt {
  return { chain, mostTokens: null, repair: null };
}

/** Runs the loop once, and shows and keeps each event as it comes. */
export async function makeAttempt(deps: PrepareDeps, run: RunState, attempt: Attempt): Promise<AttemptEnd> {
  let loop: AgentEnd | null = null;
  let failure: AppError | null = null;
  try {
    const agent = runAgent(await prepareAttempt(deps, run, attempt));
    loop = agent.end;
    run.follow(agent);
    run.steering.connect(agent);
    const facts = run.context()?.remembered.facts ?? [];
    const chunks = filterCitations(agent.chunks, {
      isKnown: (number) => run.sources.has(number),
      onUnknown: run.noteUnknownNumbers,
      factCount: facts.length,
      onFactsNamed: (numbers) =>
        reportUsedMemories(
          run,
          numbers.flatMap((number) => facts[number - 1] ?? []),
        ),
    });
    for await (const chunk of chunks) await recordChunk(deps, run, chunk);
  } catch (error) {
    if (loop !== null && error instanceof BudgetSpent) loop.forced = "budget";
    else if (run.cut.cause() === null && loop?.isOverBudget !== true) failure = toAppError(error);
  }
  run.steering.disconnect();
  if (loop !== null) closeCutStep(run, loop, failure !== null);
  run.markSteps();
  return { loop, error: failure };
}

async function recordChunk(deps: PrepareDeps, run: RunState, chunk: ChatChunk): Promise<void> {
  takeIn(run, chunk);
  if (chunk.type === "tool-input-error") recordRefusedCall(deps, run, chunk);
  if (chunk.type !== "file") run.log.push(chunk);
  else for (const stored of await storeMadeFile(deps, run, chunk)) run.log.push(stored);
  switch (chunk.type) {
    case "tool-approval-request":
      return run.log.push(toAskedChunk(run, chunk, deps.now()));
    case "finish-step":
      run.markSteps();
      // An answer that is complete only has to be saved.
      if (run.cut.isLeaving() && !isOnlyText(run.log.chunks())) run.cut.cut("handover");
      return;
    // What was found should not be looked for again.
    case "tool-output-available":
    case "steering-message":
      return run.writer.cut();
    default:
  }
}

/** What the run learns from an event before it is shown. */
function takeIn(run: RunState, chunk: ChatChunk): void {
  switch (chunk.type) {
    case "reasoning-delta":
      return run.meter.noteFirstToken();
    case "text-delta":
      run.meter.noteFirstToken();
      if (run.answer() === "") run.progress("generating_response", "Writing the answer");
      run.write(chunk.delta);
      return run.noteFirstToken();
    case "start-step":
      run.markSteps();
      return run.startAnswer();
    case "steering-message":
      return run.steering.take(chunk.id);
    case "tool-input-available":
      return run.calls.ask(chunk);
    default:
  }
}

/** A call that was cut off told no usage: what it had read and written is estimated. One that was refused cost nothing. */
function closeCutStep(run: RunState, loop: AgentEnd, hasFailed: boolean): void {
  if (loop.pendingInputTokens === 0) return;
  const isRefused = hasFailed && loop.pendingOutputCharacters === 0;
  if (isRefused) return run.meter.endRefusedStep(run.served());
  run.meter.endCutStep(run.served(), {
    inputTokens: loop.pendingInputTokens,
    outputTokens: Math.ceil(loop.pendingOutputCharacters / 4),
  });
}
