import type { z } from "zod";

/** So that a model can repair a tool's input: the parameter, what was expected, what came. */
export function describeInputError(error: z.ZodError, input: unknown): string {
  const problems = error.issues.slice(0, 5).map((issue) => {
    const path = issue.path.map(String).join(".") || "the input";
    return `${path}: ${issue.message.replace(/^Invalid input: /, "").replace(/, received .*$/, "")}, got ${describeValue(getValue(input, issue.path))}`;
  });
  return `The input is not valid, and nothing was done. ${problems.join("; ")}.`;
}

function getValue(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
    input,
  );
}

function describeValue(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === "string")
    return value.length > 60 ? `a string of ${value.length} characters` : `string ${JSON.stringify(value)}`;
  return typeof value === "object" ? "an object" : `${typeof value} ${String(value)}`;
}
