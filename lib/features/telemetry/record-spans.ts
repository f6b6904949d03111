import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Attributes, Context, Tracer } from "@opentelemetry/api";
import type { RunRecord } from "@/lib/protocol/run-record";
import type { TraceRow } from "@/lib/protocol/runs";
import { toToolName } from "./instruments";
import type { RecordedRun } from "./telemetry";

/**
 * A span for the run, below it one for each call of a model, and below that one for each call of a tool that
 * it asked for, under the names of OpenTelemetry's conventions for generative AI.
 */
export function recordSpans(tracer: Tracer, { record, rows }: RecordedRun): void {
  const root = tracer.startSpan(
    `invoke_agent ${record.agent?.id ?? "built_in"}`,
    { kind: SpanKind.INTERNAL, startTime: record.startedAt, attributes: toRunAttributes(record) },
    ROOT_CONTEXT,
  );
  if (record.outcome === "failed" || record.outcome === "interrupted")
    root.setStatus({ code: SpanStatusCode.ERROR }).setAttribute("error.type", record.reason ?? "internal");
  const top = trace.setSpan(ROOT_CONTEXT, root);
  let caller = top;
  for (const row of rows.length > 0 ? rows : toCallRows(record)) {
    if (row.kind === "call") caller = addSpan(tracer, toCallSpan(record, row), top);
    if (row.kind === "tool") addSpan(tracer, toToolSpan(record, row), caller);
  }
  root.end(record.endedAt ?? record.startedAt);
}

type SpanInput = {
  name: string;
  kind: SpanKind;
  from: number;
  ms: number;
  failure: string | null;
  attributes: Attributes;
};

function addSpan(
  tracer: Tracer,
  { name, kind, from, ms, failure, attributes }: SpanInput,
  parent: Context,
): Context {
  const span = tracer.startSpan(name, { kind, startTime: from, attributes }, parent);
  if (failure !== null) span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute("error.type", failure);
  span.end(from + ms);
  return trace.setSpan(parent, span);
}

const finished = new Set(["stop", "tool-calls", "length"]);

function toCallSpan(
  { startedAt }: RunRecord,
  { detail, at, ms, firstMs, state, tokens, costMicroUsd }: TraceRow,
): SpanInput {
  const { provider, model } = splitModel(detail);
  return {
    name: `chat ${model}`,
    kind: SpanKind.CLIENT,
    from: startedAt + at,
    ms: ms ?? 0,
    failure: state === null || finished.has(state) ? null : state,
    attributes: {
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": provider,
      "gen_ai.request.model": model,
      ...(state !== null && { "gen_ai.response.finish_reasons": [state] }),
      ...(firstMs !== null && { "gen_ai.response.time_to_first_chunk": firstMs / 1000 }),
      ...(tokens !== null && {
        "gen_ai.usage.input_tokens": tokens.input,
        "gen_ai.usage.output_tokens": tokens.output,
        "gen_ai.usage.cache_read.input_tokens": tokens.cached,
      }),
      "sextant.cost_micro_usd": costMicroUsd,
    },
  };
}

function toToolSpan({ startedAt }: RunRecord, { detail, at, ms, state, costMicroUsd }: TraceRow): SpanInput {
  const tool = toToolName(detail, state ?? "");
  return {
    name: `execute_tool ${tool}`,
    kind: SpanKind.INTERNAL,
    from: startedAt + at,
    ms: ms ?? 0,
    failure: state === "success" ? null : (state ?? "error"),
    attributes: {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": tool,
      "gen_ai.tool.type": "function",
      "sextant.cost_micro_usd": costMicroUsd,
    },
  };
}

function toRunAttributes(record: RunRecord): Attributes {
  const { provider, model } = splitModel(record.model);
  return {
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.agent.id": record.agent?.id ?? "built_in",
    "gen_ai.conversation.id": record.conversationId,
    "gen_ai.provider.name": provider,
    "gen_ai.request.model": model,
    "gen_ai.usage.input_tokens": record.usage.inputTokens,
    "gen_ai.usage.output_tokens": record.usage.outputTokens,
    "sextant.run.id": record.id,
    "sextant.outcome": record.outcome ?? "unknown",
    "sextant.style": record.style,
    "sextant.mode": record.mode,
    "sextant.cost_micro_usd": record.costMicroUsd,
    ...(record.stepOf && { "sextant.parent_run.id": record.stepOf.runId }),
  };
}

/** Providers that the conventions call otherwise. */
const providers: Readonly<Partial<Record<string, string>>> = { google: "gcp.gemini" };

function splitModel(ref: string): { provider: string; model: string } {
  const at = ref.indexOf(":");
  const name = at === -1 ? "unknown" : ref.slice(0, at);
  return { provider: providers[name] ?? name, model: ref.slice(at + 1) };
}

/** Where nothing was recorded, the calls that the record counts; it does not say when a tool was called. */
function toCallRows({ steps, startedAt }: RunRecord): TraceRow[] {
  return steps.map((step, entry) => ({
    ...{ entry, kind: "call", detail: step.model, at: step.startedAt - startedAt, ms: step.durationMs },
    ...{ firstMs: step.firstTokenMs, state: step.finishReason, costMicroUsd: step.costMicroUsd },
    tokens: {
      input: step.usage.inputTokens,
      output: step.usage.outputTokens,
      cached: step.usage.cachedInputTokens,
    },
  }));
}
