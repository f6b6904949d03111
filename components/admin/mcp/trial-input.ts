import { isRecord, parseJson } from "@/lib/protocol/json";

const samples: Record<string, unknown> = {
  ...{ string: "", number: 0, integer: 0, boolean: false, array: [], object: {} },
};

/** What a tool's input looks like, with what is required in it, as JSON to be filled in. */
export function toSampleInput({ properties, required }: Record<string, unknown>): string {
  const names: unknown[] = Array.isArray(required) ? required : [];
  const entries = Object.entries(isRecord(properties) ? properties : {});
  const needed = entries.filter(([name]) => names.includes(name));
  return JSON.stringify(Object.fromEntries(needed.map(([name, given]) => [name, toSample(given)])), null, 2);
}

function toSample(given: unknown): unknown {
  const { default: usual, enum: choices, type } = isRecord(given) ? given : {};
  if (usual !== undefined) return usual;
  return Array.isArray(choices) ? (choices[0] as unknown) : (samples[String(type)] ?? null);
}

/** A JSON object, or what is wrong with the text. */
export function readTrialInput(text: string): Record<string, unknown> | "json" | "object" {
  const input = parseJson(text.trim() || "{}");
  if (input === undefined) return "json";
  return isRecord(input) ? input : "object";
}
