export type CallMade = { toolName: string; input: unknown };

/** One text for the same call: the tool and its arguments in a fixed order, without the model's reason for it. */
export function toCallKey({ toolName, input }: CallMade): string {
  return `${toolName} ${toStableJson(input, true)}`;
}

/** How many earlier calls equal the most repeated of the newest step's calls. 0 means that nothing was repeated. */
export function countRepeats(steps: readonly (readonly CallMade[])[]): number {
  const newest = steps.at(-1) ?? [];
  const earlier = steps.slice(0, -1).flat().map(toCallKey);
  const counts = newest.map((call) => earlier.filter((key) => key === toCallKey(call)).length);
  return Math.max(0, ...counts);
}

function toStableJson(value: unknown, isTop = false): string {
  if (Array.isArray(value)) return `[${value.map((item) => toStableJson(item)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(typeof value === "string" ? value.trim() : value) ?? "null";
  const entries = Object.entries(value).filter(([key, field]) => field !== undefined && !(isTop && key === "reason"));
  return `{${entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, field]) => `${JSON.stringify(key)}:${toStableJson(field)}`)
    .join(",")}}`;
}
