import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { ChatChunk, ChatMessage, EndReason } from "@/lib/protocol/chat-message";
import { experimental_streamTextLowMemory, InvalidToolInputError, isStepCount, NoSuchToolError, toUIMessageStream, wrapLanguageModel } from "ai";
import type { LanguageModelUsage, ModelMessage, ToolSet } from "ai";
import { finalAnswerMiddleware, finalAnswerOptions } from "./final-answer";
import { decideStep, type Limits } from "./limits";
import { countRepeats, type CallMade } from "./loop-guard";
import { buildAnswerNote, limitWords, repeatNote } from "./prompt";
import { createChunkTidier } from "./tidy-chunks";
import { estimateInputTokens, estimateTokens } from "./tokens";

export type AgentStep = { finishReason: string; usage: LanguageModelUsage; forced: boolean };

export type AgentOptions = {
  model: LanguageModelV4;
  /** The whole catalog, so that earlier calls keep their form; `activeTools` are offered. */
  tools: ToolSet;
  activeTools: string[];
  instructions: string;
  messages: ModelMessage[];
  limits: Limits;
  temperature: number;
  reasoningVisible: boolean;
  signal: AbortSignal;
  startedAt: number;
  now: () => number;
  /** What the run has spent so far, other costs than the model's included. */
  spentMicroUsd: () => number;
  onStepStart: (number: number, forced: boolean) => void;
  onStepEnd: (step: AgentStep) => void;
  /** The newest step repeats a call for the first time. */
  onRepeat: () => void;
};

/** What is known when the stream has ended. */
export type AgentEnd = { forced: EndReason | null; finishReason: string; isOverBudget: boolean; pendingOutputCharacters: number; pendingInputTokens: number };

/**
 * The loop: reason, act, observe. `chunks` come as they are made and throw what the model or the stream threw;
 * `end` says how it stands, also after a throw. Limits never end it without an answer: they ask for one.
 */
export function runAgent(options: AgentOptions): { chunks: AsyncGenerator<ChatChunk, void>; end: AgentEnd } {
  const loop = createLoop(options);
  return { chunks: streamChunks(options, loop), end: loop.end };
}

async function* streamChunks(options: AgentOptions, loop: ReturnType<typeof createLoop>): AsyncGenerator<ChatChunk, void> {
  const overspend = new AbortController();
  const result = experimental_streamTextLowMemory({
    model: wrapLanguageModel({ model: options.model, middleware: finalAnswerMiddleware }),
    tools: options.tools,
    activeTools: options.activeTools,
    instructions: options.instructions,
    messages: options.messages,
    temperature: options.temperature,
    maxRetries: 0,
    abortSignal: AbortSignal.any([options.signal, overspend.signal]),
    prepareStep: loop.prepareStep,
    stopWhen: [() => loop.end.forced !== null, isStepCount(options.limits.iterations + 2)],
    onStepEnd: (step) => loop.finishStep(step.finishReason, step.usage),
    onError() {},
  });
  let reported: unknown = null;
  let hasFailed = false;
  const chunks = toUIMessageStream<ToolSet, ChatMessage>({
    stream: result.stream,
    tools: options.tools,
    sendStart: false,
    sendFinish: false,
    // Also when it is hidden: what it writes is paid for, and counted below.
    sendReasoning: true,
    onError: (error) => {
      reported = error;
      return toCallError(error);
    },
  });
  const tidy = createChunkTidier(options.now);
  for await (const chunk of chunks) {
    hasFailed = chunk.type === "error";
    if (hasFailed) break;
    if (loop.countOutput(chunk)) overspend.abort();
    const tidied = !options.reasoningVisible && chunk.type.startsWith("reasoning-") ? null : tidy(chunk as ChatChunk);
    if (tidied !== null) yield tidied;
  }
  if (hasFailed && !loop.end.isOverBudget) throw reported;
}

/** What model and person read of a call that could not be made: the SDK's own words name the tools that exist, or what is wrong with the input. */
function toCallError(error: unknown): string {
  return NoSuchToolError.isInstance(error) || InvalidToolInputError.isInstance(error) ? error.message : "The call failed.";
}

type PrepareInput = { steps: readonly { toolCalls: readonly CallMade[] }[]; initialMessages: ModelMessage[]; responseMessages: ModelMessage[] };

/** The state of one loop: what was decided, what was said to the model beside the conversation, what the running call has written. */
function createLoop(options: AgentOptions) {
  const end: AgentEnd = { forced: null, finishReason: "unknown", isOverBudget: false, pendingOutputCharacters: 0, pendingInputTokens: 0 };
  const notes: { after: number; text: string }[] = [];
  let outputLimit = Number.POSITIVE_INFINITY;
  let outputTokens = 0;

  function toMessages({ initialMessages, responseMessages }: PrepareInput): ModelMessage[] {
    const withNotes = responseMessages.flatMap((message, index) => [message, ...toNoteMessages(notes.filter((note) => note.after === index + 1))]);
    return [...initialMessages, ...toNoteMessages(notes.filter((note) => note.after === 0)), ...withNotes];
  }

  return {
    end,
    prepareStep(input: PrepareInput) {
      const repeats = countRepeats(input.steps.map((step) => step.toolCalls));
      if (repeats === 1) {
        notes.push({ after: input.responseMessages.length, text: repeatNote });
        options.onRepeat();
      }
      const inputTokens = estimateInputTokens(options.instructions, toMessages(input));
      const decision = decideStep(
        { callsMade: input.steps.length, elapsedMs: options.now() - options.startedAt, spentMicroUsd: options.spentMicroUsd(), inputTokens, repeats },
        options.limits,
      );
      if (decision.kind === "end") throw new BudgetSpent();
      if (decision.kind === "answer") {
        end.forced = decision.reason;
        notes.push({ after: input.responseMessages.length, text: buildAnswerNote(limitWords[decision.reason] ?? "") });
      }
      outputLimit = decision.payableTokens;
      outputTokens = 0;
      end.pendingInputTokens = inputTokens;
      end.pendingOutputCharacters = 0;
      options.onStepStart(input.steps.length + 1, decision.kind === "answer");
      return {
        messages: toMessages(input),
        ...(decision.payableTokens < options.limits.modelOutputTokens ? { maxOutputTokens: decision.payableTokens } : {}),
        ...(decision.kind === "answer" ? { providerOptions: finalAnswerOptions } : {}),
      };
    },
    finishStep(finishReason: string, usage: LanguageModelUsage) {
      end.finishReason = finishReason;
      end.pendingInputTokens = 0;
      end.pendingOutputCharacters = 0;
      options.onStepEnd({ finishReason, usage, forced: end.forced !== null });
    },
    /** Counts what the running call writes; true once it is past its limit by more than the estimate can err. */
    countOutput(chunk: { type: string; delta?: string; inputTextDelta?: string }): boolean {
      const written = chunk.delta ?? chunk.inputTextDelta;
      if (written === undefined) return false;
      end.pendingOutputCharacters += written.length;
      outputTokens += estimateTokens(written);
      if (outputTokens <= outputLimit * 1.2 + 50) return false;
      end.isOverBudget = true;
      return true;
    },
  };
}

/** Thrown before a call that the budget cannot pay, not even as the answer. */
export class BudgetSpent extends Error {
  override readonly name = "BudgetSpent";
}

function toNoteMessages(notes: { text: string }[]): ModelMessage[] {
  return notes.map(({ text }) => ({ role: "user", content: text }));
}
