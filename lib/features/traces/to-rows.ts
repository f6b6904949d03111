import { z } from "zod";
import type { TraceEntry, TraceEntryOf } from "@/lib/features/traces/shape/traces";
import type { TraceRow } from "@/lib/protocol/runs";

type Bare = Omit<TraceRow, "entry" | "at"> & { at: number };

const nothing = { ms: null, firstMs: null, state: null, costMicroUsd: 0, tokens: null };

/** What of a trace stands in the list of a run's page, in the order in which it began. */
export function toTraceRows(entries: readonly TraceEntry[], startedAt: number): TraceRow[] {
  const rows = entries.flatMap((entry, index): TraceRow[] => {
    const row = toRow(entry, () => findStep(entries, index));
    return row === null ? [] : [{ ...row, entry: index, at: Math.max(0, row.at - startedAt) }];
  });
  return rows.sort((one, other) => one.at - other.at || one.entry - other.entry);
}

/** What a call cost is said behind it. */
function findStep(entries: readonly TraceEntry[], call: number): TraceEntryOf<"step"> | null {
  for (const entry of entries.slice(call + 1)) {
    if (entry.kind === "step") return entry;
    if (entry.kind === "call") return null;
  }
  return null;
}

function toRow(entry: TraceEntry, getStep: () => TraceEntryOf<"step"> | null): Bare | null {
  switch (entry.kind) {
    case "attempt":
      return { ...nothing, kind: "context", detail: entry.chain[0] ?? "", at: entry.at };
    case "call":
      return toCallRow(entry, getStep());
    case "question": {
      const { purpose: detail, at, totalMs: ms, costMicroUsd, usage } = entry;
      const tokens = { input: usage.inputTokens, output: usage.outputTokens, cached: 0 };
      const state = entry.answer === null ? "unanswered" : null;
      return { ...nothing, kind: "question", detail, at, ms, state, costMicroUsd, tokens };
    }
    case "tool": {
      const { tool: detail, status: state, costMicroUsd, durationMs: ms } = entry;
      return { ...nothing, kind: "tool", detail, state, costMicroUsd, ms, at: entry.at - ms };
    }
    case "consent":
      if (entry.judged === "free") return null;
      return { ...nothing, kind: "consent", detail: entry.tool, state: entry.judged, at: entry.at };
    case "steer":
      return { ...nothing, kind: "steer", detail: "", at: entry.at };
    case "begin":
      return entry.epoch === 1 ? null : { ...nothing, kind: "taken_over", detail: "", at: entry.at };
    case "note":
      if (entry.name === "ended" || entry.name === "released") return null;
      return { ...nothing, kind: "note", detail: entry.name, at: entry.at, ...readFallback(entry) };
    case "message":
    case "tools":
    case "step":
    case "event":
    case "attempt-end":
    case "dropped":
      return null;
  }
}

/** Which model followed, and why. */
function readFallback({ name, data }: TraceEntryOf<"note">): Partial<Pick<TraceRow, "model" | "state">> {
  const found = name === "fallback" ? fallbackSchema.safeParse(data).data : undefined;
  return found === undefined ? {} : { model: found.to, state: found.code };
}

const fallbackSchema = z.object({ to: z.string(), code: z.string() });

function toCallRow(call: TraceEntryOf<"call">, step: TraceEntryOf<"step"> | null): Bare {
  const usage = step?.step.usage;
  return {
    kind: "call",
    detail: call.model,
    at: call.at,
    ms: call.totalMs,
    firstMs: call.firstMs,
    state: call.error?.code ?? call.finishReason,
    costMicroUsd: step?.step.costMicroUsd ?? 0,
    tokens:
      usage === undefined
        ? null
        : { input: usage.inputTokens, output: usage.outputTokens, cached: usage.cachedInputTokens },
  };
}
