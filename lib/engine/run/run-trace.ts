import type { AgentOptions } from "@/lib/engine/loop/run-agent";
import type { CallJudgement } from "@/lib/engine/loop/consent/judge-call";
import type { ChatChunk } from "@/lib/protocol/chat-message";
import { toKept } from "@/lib/protocol/parts";
import type { RunRecord, StepRecord } from "@/lib/protocol/run-record";
import type { AnyToolResult } from "@/lib/protocol/tool-results";
import type { TraceEntryOf, TraceStanding } from "@/lib/protocol/traces";
import type { MarkedCall } from "@/lib/engine/log/entries";
import type { AskedQuestion } from "@/lib/money/asked";
import type { RunDeps } from "@/lib/engine/ports";
import { createRecorder, type Recorder } from "@/lib/traces/recorder";
import { toTraceError, watchModel } from "@/lib/traces/watch-model";

export type RunTrace = ReturnType<typeof createRunTrace>;

type Traced = {
  record: Pick<RunRecord, "id" | "startedAt" | "settings">;
  isTemporary: boolean;
  userId: string;
  conversationId: string;
  epoch: number;
};

/** Temporary conversations leave nothing behind. */
export function openRunTrace(
  deps: Pick<RunDeps, "traces" | "inBackground" | "now">,
  { record, isTemporary, userId, conversationId, epoch }: Traced,
): RunTrace {
  const { id: runId, startedAt, settings } = record;
  const place = { userId, conversationId, runId, startedAt };
  const isKept = settings.traceDays > 0 && !isTemporary;
  const recorder = createRecorder({
    ...{ runId, epoch, reasoningVisible: settings.reasoningVisible },
    ...{ now: deps.now, inBackground: deps.inBackground },
    sink: isKept
      ? {
          put: (part) => deps.traces.put(place, part),
          finish: (part) => deps.traces.finish(place, part),
        }
      : null,
  });
  return createRunTrace(recorder);
}

/** What a run says of itself to its recorder. */
export function createRunTrace(recorder: Recorder) {
  const fromLoop = new WeakSet<ChatChunk>();
  return {
    border: recorder.border,
    release: recorder.release,
    finish: recorder.finish,
    ...createLoopTrace(recorder),
    /** Of an event that the loop makes when it is repeated: it is not kept twice. */
    isOfLoop: (chunk: ChatChunk): void => void fromLoop.add(chunk),
    event(chunk: ChatChunk): void {
      // Once: an answer that is taken back may be shown again by the run.
      if (!recorder.isOn || fromLoop.delete(chunk) || toKept(chunk) === "no") return;
      recorder.add({ kind: "event", chunk });
    },
    /** The calls of a step stand beside it. */
    step({ toolCalls: _calls, ...step }: StepRecord): void {
      recorder.add({ kind: "step", step });
    },
    consent(tool: string, input: unknown, judged: CallJudgement): void {
      const reason = judged.kind === "ask" ? judged.reason : judged.kind === "refuse" ? judged.message : null;
      recorder.add({ kind: "consent", tool, input: input as never, judged: judged.kind, reason });
    },
    tool(call: MarkedCall, output: AnyToolResult, sources: number[]): void {
      const { attempts, durationMs, costMicroUsd } = output.meta;
      const status = output.ok ? "success" : output.kind;
      const came = { output: output as never, status, attempts, durationMs, costMicroUsd, sources };
      recorder.add({ kind: "tool", ...call, input: call.input as never, ...came });
    },
    question({ answer, startedAt: at, ...asked }: AskedQuestion): void {
      recorder.addCall({ kind: "question", at, answer: answer as never, ...asked });
    },
    steer: (id: string, text: string): void => recorder.add({ kind: "steer", id, text }),
    note: (name: string, data: object): void => recorder.add({ kind: "note", name, data: data as never }),
  };
}

type AttemptTrace = Pick<TraceEntryOf<"attempt">, "chain" | "context" | "memories" | "sources">;
type Ended = { forced: string | null; finishReason: string } | null;

/** The loop with its calls watched, and what it stood at before each. */
function createLoopTrace(recorder: Recorder) {
  let standing: TraceStanding | null = null;
  return {
    /** The same options, watched; `served` says which model of the chain speaks. */
    watchLoop(options: AgentOptions, attempt: AttemptTrace, served: () => string): AgentOptions {
      if (!recorder.isOn) return options;
      const { activeTools, firstStepTools, requiredTools, temperature, seed } = options;
      const { isCallRequired, isAnswerDue } = options;
      const { reasoningVisible, limits, before } = options;
      recorder.add({
        ...{ kind: "attempt", ...attempt },
        options: {
          ...{ activeTools, firstStepTools: [...firstStepTools], requiredTools: [...requiredTools] },
          ...{ isCallRequired, isAnswerDue, temperature, seed, reasoningVisible, limits },
          before: { callsMade: before.callsMade, traces: [...before.traces] as never },
        },
      });
      const takeStanding = () => {
        const taken = standing;
        standing = null;
        return taken;
      };
      return {
        ...options,
        model: watchModel(options.model, { recorder, served, takeStanding }),
        fit(messages) {
          const fitted = options.fit(messages);
          standing ??= {
            spentMicroUsd: options.spentMicroUsd(),
            elapsedMs: options.now() - options.startedAt(),
            price: options.priceNow(),
            given: messages.length,
            sent: fitted.length,
          };
          return fitted;
        },
      };
    },
    endLoop(loop: Ended, error: unknown): void {
      const { forced = null, finishReason = null } = loop ?? {};
      const failure = error === null ? null : toTraceError(error);
      recorder.add({ kind: "attempt-end", forced, finishReason, standing, error: failure });
      standing = null;
    },
  };
}
