import type { Counter, Meter } from "@opentelemetry/api";
import { outcomes } from "@/lib/protocol/chat-message";
import type { RunRecord, StepRecord, ToolCallRecord } from "@/lib/protocol/run-record";

const ratingEvents = ["up", "down", "taken_back"] as const;
export type RatingEvent = (typeof ratingEvents)[number];

/** What is counted from 0 on: an alert cannot be written on a series that begins with the first failure. */
export type Expected = {
  model: string;
  style: string;
  tools: readonly string[];
  engines: readonly string[];
};

const seconds = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300, 600];

/** Counts an ended run; labels are names of the site's own, never words or ids of people. */
export function createInstruments(meter: Meter, expected: Expected) {
  const timer = (name: string, description: string) =>
    meter.createHistogram(name, { description, advice: { explicitBucketBoundaries: seconds } });
  const counter = (name: string, description: string) => meter.createCounter(name, { description });
  const replies = counter("sextant_replies", "Replies that ended, by how they ended.");
  const replySeconds = timer("sextant_reply_duration_seconds", "From the question to the end of the reply.");
  const firstSeconds = timer("sextant_reply_first_token_seconds", "From the question to the first word.");
  const rounds = counter("sextant_model_calls", "Calls of models.");
  const callSeconds = timer("sextant_model_call_duration_seconds", "How long calls of models took.");
  const tokens = counter("sextant_tokens", "What models read and wrote.");
  const cost = counter("sextant_cost_dollars", "What models and tools cost, in US dollars.");
  const tools = counter("sextant_tool_calls", "Calls of tools, by how they ended.");
  const toolSeconds = timer("sextant_tool_call_duration_seconds", "How long calls of tools took.");
  const searches = counter("sextant_engine_requests", "Searches by engine.");
  countNothing(expected, { replies, rounds, tokens, cost, tools, searches });

  function countStep({ model, durationMs, usage, costMicroUsd, finishReason }: StepRecord): void {
    rounds.add(1, { model, finish_reason: finishReason });
    callSeconds.record(durationMs / 1000, { model });
    tokens.add(usage.inputTokens - usage.cachedInputTokens, { model, kind: "input" });
    tokens.add(usage.cachedInputTokens, { model, kind: "cached_input" });
    tokens.add(usage.outputTokens, { model, kind: "output" });
    cost.add(costMicroUsd / 1e6, { source: model });
  }

  function countCall({ tool, status, durationMs, costMicroUsd, engines = [] }: ToolCallRecord): void {
    const name = toToolName(tool, status);
    tools.add(1, { tool: name, status });
    toolSeconds.record(durationMs / 1000, { tool: name });
    cost.add(costMicroUsd / 1e6, { source: name });
    for (const engine of engines)
      searches.add(1, { engine: engine.name, status: engine.isServing ? "success" : "error" });
  }

  return (run: RunRecord): void => {
    const { model, style, mode, outcome, startedAt, firstTokenAt, endedAt } = run;
    const labels = { model, style, mode, agent: run.agent?.id ?? "built_in" };
    // The steps of a plan, and what no person asked, are calls of models too, but no replies to anybody.
    if (run.stepOf === undefined && run.origin === undefined) {
      replies.add(1, { ...labels, outcome: outcome ?? "unknown" });
      replySeconds.record(Math.max(0, (endedAt ?? startedAt) - startedAt) / 1000, { model });
      if (firstTokenAt !== null) firstSeconds.record(Math.max(0, firstTokenAt - startedAt) / 1000, { model });
    }
    for (const step of run.steps) {
      countStep(step);
      for (const call of step.toolCalls) countCall(call);
    }
  };
}

type Counters = Record<"replies" | "rounds" | "tokens" | "cost" | "tools" | "searches", Counter>;

function countNothing({ model, style, ...expected }: Expected, counters: Counters): void {
  const labels = { model, style, mode: "balanced", agent: "built_in" };
  for (const outcome of outcomes) counters.replies.add(0, { ...labels, outcome });
  counters.rounds.add(0, { model, finish_reason: "stop" });
  for (const kind of ["input", "cached_input", "output"]) counters.tokens.add(0, { model, kind });
  counters.cost.add(0, { source: model });
  for (const status of ["success", "error"]) {
    for (const tool of expected.tools) counters.tools.add(0, { tool, status });
    for (const engine of expected.engines) counters.searches.add(0, { engine, status });
  }
}

/** Counts what people say of answers; what is taken back is counted as that, as counters only grow. */
export function createRatingCounter(meter: Meter): (value: RatingEvent) => void {
  const ratings = meter.createCounter("sextant_ratings", {
    description: "Answers rated, and ratings taken back.",
  });
  for (const value of ratingEvents) ratings.add(0, { value });
  return (value) => ratings.add(1, { value });
}

/** A model may call what there is not by any name. */
export function toToolName(tool: string, status: string): string {
  return status === "not_found" || !/^[a-z][a-z0-9_.-]{0,63}$/i.test(tool) ? "unknown" : tool;
}
