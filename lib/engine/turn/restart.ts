import { AppError } from "@/lib/errors";
import { summaryTokens } from "@/lib/engine/context/model-messages";
import { findOpenStep, isOnlyText } from "@/lib/engine/log/history";
import { isBrokenEnd } from "@/lib/engine/loop/conclude";
import { notices } from "@/lib/engine/loop/notices";
import type { AgentEnd } from "@/lib/engine/loop/run-agent";
import type { RunModels } from "@/lib/engine/ports";
import type { Account } from "@/lib/engine/run/account";
import type { Reply } from "@/lib/engine/run/reply";
import type { Run, RunParts } from "@/lib/engine/run/run";
import type { AttemptEnd } from "./attempt";
import type { Attempt } from "./prepare";

/** The step is begun again, with the next model or with less, where it broke off; once. */
export function findRestart(
  models: RunModels,
  run: RunParts,
  attempt: Attempt,
  { loop, error }: AttemptEnd,
): Attempt | null {
  if (error?.code === "model_overflow") return shorten(models, run, attempt, loop);
  const isBroken =
    error === null
      ? loop !== null && isBrokenEnd(loop.finishReason) && isOnlyText(run.reply.log.chunks())
      : isTransient(error) && hasShown(run.reply);
  const steps = run.reply.log.chunks().filter(({ type }) => type === "start-step").length;
  if (!isBroken || attempt.begunAgainAt === steps) return null;
  const from = run.account.model.ref();
  const chain = toNextChain(attempt.chain, from);
  const to = chain[0] ?? from;
  run.reply.log.push({ type: "reset-step" });
  if (chain[0] !== from) run.account.model.noteFallback();
  run.reply.notice(notices.restarted({ from, to }));
  return { ...attempt, chain, begunAgainAt: steps };
}

/** Left of the room after an overflow; a quarter is the answer's, so about half the conversation is sent. */
const shortenedShare = 2 / 3;
const leastTokens = 1_000;

/** Once: how much the model can read nobody knows then. A question alone is sent with fewer tools. */
function shorten(models: RunModels, run: RunParts, attempt: Attempt, loop: AgentEnd | null): Attempt | null {
  if (attempt.mostTokens !== null || attempt.window !== null) return null;
  const sentTokens = loop?.pendingInputTokens ?? 0;
  if (isQuestionAlone(run))
    return run.context.given().tools > 0 && mayBeSmall(models, run.account, sentTokens)
      ? { ...attempt, window: Math.floor(sentTokens * shortenedShare) }
      : null;
  const conversationTokens = sentTokens - (run.context.given().room?.system ?? 0) + summaryTokens;
  return { ...attempt, mostTokens: Math.max(leastTokens, Math.floor(conversationTokens * shortenedShare)) };
}

function isQuestionAlone(run: Pick<Run, "context" | "reply">): boolean {
  const hasResult = run.reply.log
    .chunks()
    .some(({ type }) => type === "tool-output-available" || type === "tool-output-error");
  return run.context.given().messages < 2 && !hasResult;
}

/** Whether what was sent can be too much for the model: so far below a window that is known it cannot. */
function mayBeSmall(models: RunModels, account: Account, sentTokens: number): boolean {
  const smallestPart = 20;
  return sentTokens * smallestPart > models.describe(account.model.ref()).contextWindow;
}

/** Where a short question is too long, the instructions and tools beside it are. */
export function toNamed(models: RunModels, run: RunParts, { error, loop }: AttemptEnd): AppError | null {
  if (error?.code !== "model_overflow" || !isQuestionAlone(run)) return error;
  const { system = 0, current = 0 } = run.context.given().room ?? {};
  if (current >= system || !mayBeSmall(models, run.account, loop?.pendingInputTokens ?? 0)) return error;
  return new AppError(error.code, error.message, { cause: error, detail: "small_window" });
}

function isTransient({ code }: AppError): boolean {
  return code === "model_unavailable" || code === "model_quota" || code === "internal";
}

/** Whether the step that broke had shown something; one that had not was tried with every model already. */
function hasShown(reply: Reply): boolean {
  const step = findOpenStep(reply.log.chunks());
  return (
    step !== null &&
    step.length > 1 &&
    reply.log.history().intents.length === 0 &&
    !step.some(({ type }) => type === "tool-output-available" || type === "tool-output-error")
  );
}

/** The models behind the one that broke off, then those before it, itself at the end. */
function toNextChain(chain: readonly string[], broken: string): string[] {
  const at = chain.indexOf(broken);
  return at === -1 ? [...chain] : [...chain.slice(at + 1), ...chain.slice(0, at + 1)];
}
