import { findResult, type AnyToolResult } from "@/lib/protocol/tool-results";
import type { TracedCall } from "./observed";
import type { StepTrace } from "./progress";

type StepCall = { toolCallId: string; toolName: string; input: unknown };
type StepCallResult = { toolCallId: string; output: unknown };

/** A step's calls with what came back, to judge if it led anywhere. Outputs are what our runner writes. */
export function toStepTrace(calls: readonly StepCall[], results: readonly StepCallResult[]): StepTrace {
  const outputs = new Map(results.map(({ toolCallId, output }) => [toolCallId, findResult(output)]));
  return {
    calls: calls.map(({ toolCallId, toolName, input }) => ({
      toolName,
      input,
      ...readOutput(outputs.get(toolCallId)),
    })),
  };
}

function readOutput(output: AnyToolResult | null = null): Omit<TracedCall, "toolName" | "input"> {
  const nothing = { sources: [], isEmpty: false };
  if (output === null) return { output: "", isOk: false, ...nothing };
  if (!output.ok) return { output: `ERROR(${output.kind}): ${output.message}`, isOk: false, ...nothing };
  const data: unknown = "data" in output ? output.data : null;
  return { output: output.text, isOk: true, sources: listAddresses(data), isEmpty: hasOnlyEmptyLists(data) };
}

/** A search that found nothing brings its lists, and nothing in them. */
function hasOnlyEmptyLists(data: unknown): boolean {
  if (typeof data !== "object" || data === null) return false;
  const lists = Object.values(data).filter((field) => Array.isArray(field));
  return lists.length > 0 && lists.every((list) => list.length === 0);
}

function listAddresses(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listAddresses);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, field]) =>
    key === "url" && typeof field === "string" ? [field] : listAddresses(field),
  );
}
