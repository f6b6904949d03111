import { finalAnswerOptions, toRequiredCallOptions } from "./final-answer";
import type { Limits, StepDecision } from "./limits";
import type { StepTrace } from "./progress";

/** `tool`: a certain one. */
export type ToolChoice = "auto" | "required" | "tool" | "none";

/** Of the tools that have to be called the next, `null` when all were, with whatever result. */
export function findRequiredTool(
  required: readonly string[],
  before: readonly StepTrace[],
  steps: readonly { toolCalls: readonly { toolName: string }[] }[],
): string | null {
  const calls = [...before.map((trace) => trace.calls), ...steps.map(({ toolCalls }) => toolCalls)].flat();
  const called = new Set(calls.map(({ toolName }) => toolName));
  return required.find((tool) => !called.has(tool)) ?? null;
}

/** `tool`: the one that has to be called now. */
export function chooseTool(
  { kind }: StepDecision,
  { tool, isCallRequired }: { tool: string | null; isCallRequired: boolean },
): ToolChoice {
  if (kind !== "act") return "none";
  if (tool !== null) return "tool";
  return isCallRequired ? "required" : "auto";
}

export function toCallSettings(
  payableTokens: number,
  { choice, tool }: { choice: ToolChoice; tool: string | null },
  { modelOutputTokens }: Limits,
) {
  return {
    ...(payableTokens < modelOutputTokens ? { maxOutputTokens: payableTokens } : {}),
    ...(choice === "none" ? { providerOptions: finalAnswerOptions } : {}),
    ...(choice === "tool" ? { providerOptions: toRequiredCallOptions(tool) } : {}),
    ...(choice === "required" ? { providerOptions: toRequiredCallOptions(null) } : {}),
  };
}
