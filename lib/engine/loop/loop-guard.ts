export type CallMade = { toolName: string; input: unknown };

/** The same for the same call: its tool and arguments in a fixed order, without the model's reason. */
export function toCallKey({ toolName, input }: CallMade): string {
  return `${toolName} ${toStableJson(input, true)}`;
}

function toStableJson(value: unknown, isTop = false): string {
  if (Array.isArray(value)) return `[${value.map((item) => toStableJson(item)).join(",")}]`;
  if (typeof value !== "object" || value === null)
    return JSON.stringify(typeof value === "string" ? value.trim() : value) ?? "null";
  const entries = Object.entries(value).filter(
    ([key, field]) => field !== undefined && !(isTop && key === "reason"),
  );
  return `{${entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, field]) => `${JSON.stringify(key)}:${toStableJson(field)}`)
    .join(",")}}`;
}
