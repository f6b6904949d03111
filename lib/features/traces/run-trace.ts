import { toKept } from "@/lib/protocol/parts";
import type { RunTrace, TracedRun } from "@/lib/engine/run-trace";
import type { Ground } from "@/lib/engine/ground";
import type { ChatChunk } from "@/lib/protocol/chat-message";
import type { TraceStanding } from "@/lib/features/traces/shape/traces";
import { createRecorder, type Recorder } from "./recorder";
import { toTraceError, watchModel } from "./watch-model";

/** Temporary conversations leave nothing behind. */
export function openRunTrace(
  { records: { traces }, inBackground, now }: Pick<Ground, "records" | "inBackground" | "now">,
  { record, isTemporary, userId, conversationId, epoch }: TracedRun,
): RunTrace {
  const { id: runId, startedAt, settings } = record;
  const place = { userId, conversationId, runId, startedAt };
  const isKept = settings.traceDays > 0 && !isTemporary;
  const recorder = createRecorder({
    ...{ runId, epoch, reasoningVisible: settings.reasoningVisible },
    ...{ now, inBackground },
    sink: isKept
      ? { put: (part) => traces.put(place, part), finish: (part) => traces.finish(place, part) }
      : null,
  });
  return createRunTrace(recorder);
}

/** What a run says of itself to its recorder. */
export function createRunTrace(recorder: Recorder): RunTrace {
  const fromLoop = new WeakSet<ChatChunk>();
  return {
    border: recorder.border,
    release: recorder.release,
    finish: recorder.finish,
    ...createLoopTrace(recorder),
    isOfLoop: (chunk) => void fromLoop.add(chunk),
    event(chunk) {
      // Once: an answer that is taken back may be shown again by the run.
      if (!recorder.isOn || fromLoop.delete(chunk) || toKept(chunk) === "no") return;
      recorder.add({ kind: "event", chunk });
    },
    /** The calls of a step stand beside it. */
    step({ toolCalls: _calls, ...step }) {
      recorder.add({ kind: "step", step });
    },
    consent(tool, input, judged) {
      const reason = judged.kind === "ask" ? judged.reason : judged.kind === "refuse" ? judged.message : null;
      recorder.add({ kind: "consent", tool, input: input as never, judged: judged.kind, reason });
    },
    tool(call, output, sources) {
      const { attempts, durationMs, costMicroUsd } = output.meta;
      const status = output.ok ? "success" : output.kind;
      const came = { output: output as never, status, attempts, durationMs, costMicroUsd, sources };
      recorder.add({ kind: "tool", ...call, input: call.input as never, ...came });
    },
    question({ answer, startedAt: at, ...asked }) {
      recorder.addCall({ kind: "question", at, answer: answer as never, ...asked });
    },
    steer: (id, text) => recorder.add({ kind: "steer", id, text }),
    note: (name, data) => recorder.add({ kind: "note", name, data: data as never }),
  };
}

/** The loop with its calls watched, and what it stood at before each. */
function createLoopTrace(recorder: Recorder): Pick<RunTrace, "watchLoop" | "endLoop"> {
  let standing: TraceStanding | null = null;
  return {
    watchLoop(options, attempt, served) {
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
    endLoop(loop, error) {
      const { forced = null, finishReason = null } = loop ?? {};
      const failure = error === null ? null : toTraceError(error);
      recorder.add({ kind: "attempt-end", forced, finishReason, standing, error: failure });
      standing = null;
    },
  };
}
