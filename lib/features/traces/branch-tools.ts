import { jsonSchema, tool, type ToolSet } from "ai";
import type { TraceEntry, TraceEntryOf } from "@/lib/features/traces/shape/traces";
import { findResult, type AnyToolResult, type ToolFailureKind } from "@/lib/protocol/tool-results";
import type { Judge } from "@/lib/engine/consent/judge-calls";
import type { RunTools } from "@/lib/engine/ports";
import type { OfferedTool } from "./replay-attempt";

type BranchTools = {
  offered: readonly OfferedTool[];
  /** What is recorded of the calls before the branch, and of all of the run. */
  before: readonly TraceEntry[];
  whole: readonly TraceEntry[];
  /** The tools themselves; `null` where only what is recorded may be used. */
  live: ToolSet | null;
  judge: Judge;
  onResult: (call: BranchCall, output: AnyToolResult) => void;
};
export type BranchCall = { callId: string; tool: string; input: unknown; isRecorded: boolean };

/**
 * The tools of a run that is made again, as they were described to the model: what is recorded of the same
 * call is its result. Another call is made only where tools may be live, and only of one that changes nothing
 * and needs nobody's word; all others are refused, which the model reads.
 */
export function createBranchTools(tools: RunTools, given: BranchTools): ToolSet {
  const before = given.before.filter((entry) => entry.kind === "tool");
  const whole = given.whole.filter((entry) => entry.kind === "tool");
  const findRecorded = (name: string, callId: string, input: unknown): AnyToolResult | null => {
    const at = before.findIndex((entry) => entry.callId === callId && entry.tool === name);
    // Some models give a later call the id of an earlier one.
    const [own] = at === -1 ? [] : before.splice(at, 1);
    const found = own ?? whole.find((entry) => isSameCall(entry, name, input));
    return findResult(found?.output);
  };
  return Object.fromEntries(
    given.offered.map(({ name, description = "", inputSchema = {} }) => [
      name,
      tool({
        description,
        inputSchema: jsonSchema(inputSchema),
        async execute(input: unknown, options): Promise<AnyToolResult> {
          const callId = options.toolCallId;
          const recorded = findRecorded(name, callId, input);
          const output = recorded ?? (await callLive(tools, given, name, input, options));
          given.onResult({ callId, tool: name, input, isRecorded: recorded !== null }, output);
          return output;
        },
        toModelOutput: ({ output }) => ({ type: "text", value: toModelText(output) }),
      }),
    ]),
  );
}

function isSameCall({ tool: name, input }: TraceEntryOf<"tool">, tool: string, asked: unknown): boolean {
  return name === tool && JSON.stringify(input) === JSON.stringify(asked);
}

type ToolCallOptions = { toolCallId: string; abortSignal?: AbortSignal | undefined; messages: never[] };

async function callLive(
  tools: RunTools,
  { live, judge }: Pick<BranchTools, "live" | "judge">,
  name: string,
  input: unknown,
  { toolCallId, abortSignal }: { toolCallId: string; abortSignal?: AbortSignal | undefined },
): Promise<AnyToolResult> {
  const execute = live?.[name]?.execute;
  if (execute === undefined) return refuse("not_found", notRecorded);
  const { effect, origin } = tools.describe(name);
  if (effect !== "none" || origin === "documents") return refuse("denied", notRepeated);
  try {
    tools.checkInput(name, input);
  } catch (error) {
    return refuse("invalid_input", error instanceof Error ? error.message : "The input does not fit.");
  }
  const judged = await judge.settle(name, input);
  if (judged.kind === "refuse") return refuse("denied", judged.message);
  if (judged.kind === "ask")
    return refuse("denied", "Only the person could allow this call, and is not asked here.");
  const options: ToolCallOptions = { toolCallId, abortSignal, messages: [] };
  return (await execute(input as never, options as never)) as AnyToolResult;
}

const notRecorded = "Nothing is recorded of this call, and no tool is called in this repetition of the run.";
const notRepeated = "This tool is not called again when a run is repeated.";

function refuse(kind: ToolFailureKind, message: string): AnyToolResult {
  const meta = { durationMs: 0, costMicroUsd: 0, tokens: 0, version: "0", attempts: 0 };
  return { ok: false, kind, message, hint: "Go on with what you have.", meta };
}

/** As the catalog's tools put it. */
function toModelText(output: AnyToolResult): string {
  return output.ok ? output.text : `ERROR(${output.kind}): ${output.message}\nTry: ${output.hint}`;
}
