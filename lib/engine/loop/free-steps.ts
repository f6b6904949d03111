/** Steps that count: one that only said that no tool is needed does not. */
export function countSteps(
  steps: readonly { toolCalls: readonly { toolName: string }[] }[],
  freeTools: readonly string[],
): number {
  return steps.length - (isFreeStep(steps[0]?.toolCalls ?? [], freeTools) ? 1 : 0);
}

export function isFreeStep(calls: readonly { toolName: string }[], freeTools: readonly string[]): boolean {
  return calls.length > 0 && calls.every(({ toolName }) => freeTools.includes(toolName));
}
