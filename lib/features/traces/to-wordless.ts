import type { TraceEntry } from "@/lib/features/traces/shape/traces";

/** Notes that hold nobody's words. */
const plainNotes: ReadonlySet<string> = new Set(["ended", "released", "outcome", "fallback", "rate_limited"]);

/** What was done, how long it took and what it cost, without anybody's words. */
export function toWordlessEntry(entry: TraceEntry): TraceEntry {
  switch (entry.kind) {
    case "message":
      return { ...entry, content: null };
    case "attempt":
      return {
        ...entry,
        options: { ...entry.options, before: { ...entry.options.before, traces: [] } },
        context: { ...entry.context, files: entry.context.files.map(() => "") },
        memories: entry.memories.map(() => ({ id: "", text: "" })),
      };
    case "call":
      return { ...entry, answer: entry.answer.map(toWordlessPart), error: toCode(entry.error) };
    case "question":
      return { ...entry, prompt: "", answer: null };
    case "consent":
      return { ...entry, input: null, reason: entry.judged === "ask" ? entry.reason : null };
    case "tool":
      return { ...entry, input: null, output: null };
    case "steer":
      return { ...entry, text: "" };
    case "event":
      return { ...entry, chunk: { type: entry.chunk.type } };
    case "attempt-end":
      return { ...entry, error: toCode(entry.error) };
    case "note":
      return plainNotes.has(entry.name) ? entry : { ...entry, data: null };
    case "begin":
    case "tools":
    case "step":
    case "dropped":
      return entry;
  }
}

const toCode = (error: { code: string; message: string } | null) => error && { ...error, message: "" };

function toWordlessPart({ type, toolName }: { type: string; [field: string]: unknown }) {
  return typeof toolName === "string" ? { type, toolName } : { type };
}
