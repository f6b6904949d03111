import type { JSONSchema7, JSONSchema7Definition } from "@ai-sdk/provider";
import { isRecord } from "@/lib/protocol/json";
import { findJson, parseLoose } from "./loose-json";

type Input = Record<string, unknown>;
type Schema = JSONSchema7Definition | undefined;

/**
 * An input put right where its tool's schema leaves no doubt what is meant: taken out of what it is wrapped
 * in, its keys as they are spelled there, its values of the types that stand there, and left out what is
 * optional and says nothing.
 */
export function fitInput(given: Input, schema: JSONSchema7): Input {
  return fitObject(unwrap(given, schema), schema);
}

/** The input that stands in the middle of a text; `undefined` where the text may be meant as it is. */
export function findInput(text: string, schema: JSONSchema7): Input | undefined {
  const key = /^\s*["']?(\w+)["']?\s*[=:]/.exec(text)?.[1] ?? "";
  const fields = key in (schema.properties ?? {}) ? parseLoose(`{${text}}`) : undefined;
  const candidates = [...findJson(text).map(({ value }) => value), fields].filter(isRecord);
  return candidates.map((each) => unwrap(each, schema)).find((each) => compare(each, schema).isWhole);
}

function unwrap(given: Input, schema: JSONSchema7): Input {
  if (compare(given, schema).isUsable) return given;
  const inner = Object.values(given).flatMap((value) => {
    const read = typeof value === "string" ? parseLoose(value) : value;
    return isRecord(read) ? [unwrap(read, schema)] : [];
  });
  const [found, ...others] = inner.filter((each) => compare(each, schema).isWhole);
  return found !== undefined && others.length === 0 ? found : given;
}

/** `isUsable`: the schema knows one of its keys, and none is missing; `isWhole`: it knows all of them. */
function compare(input: Input, schema: JSONSchema7) {
  const { properties = {}, required = [] } = schema;
  const keys = Object.keys(input).map((key) => toName(key, input, schema));
  const known = keys.filter((key) => key in properties);
  const isUsable = known.length > 0 && required.every((key) => keys.includes(key));
  return { isUsable, isWhole: isUsable && known.length === keys.length };
}

function fitObject(input: Input, schema: JSONSchema7): Input {
  const { properties = {}, required = [] } = schema;
  const entries = Object.entries(input).map(([given, value]): [string, unknown] => {
    const key = toName(given, input, schema);
    return [key, fitValue(value, properties[key])];
  });
  const isNeeded = (key: string) => !(key in properties) || required.includes(key);
  return Object.fromEntries(
    entries.filter(([key, value]) => isNeeded(key) || !saysNothing(value, properties[key])),
  );
}

/** Its spelling in the schema, where no other key has that. */
function toName(key: string, input: Input, { properties = {} }: JSONSchema7): string {
  const toPlain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
  const [name, ...others] = Object.keys(properties).filter((each) => toPlain(each) === toPlain(key));
  return key in properties || name === undefined || name in input || others.length > 0 ? key : name;
}

/** As JSON, Python and forms write that there is nothing. */
export const nothings = new Set<unknown>([null, "", "null", "None"]);

function saysNothing(value: unknown, schema: Schema): boolean {
  const types = toTypes(schema);
  const choices: unknown[] = isRecord(schema) && Array.isArray(schema.enum) ? schema.enum : [];
  if (Array.isArray(value)) return value.length === 0 && !types.includes("array");
  return nothings.has(value) && !choices.includes(value) && !(value === null && types.includes("null"));
}

function fitValue(value: unknown, schema: Schema): unknown {
  const types = toTypes(schema);
  if (!isRecord(schema) || types.length === 0) return value;
  if (isRecord(value)) return types.includes("object") ? fitObject(value, schema) : value;
  if (types.includes("array")) return fitList(value, schema);
  if (Array.isArray(value)) return value.length === 1 ? fitValue(value[0], schema) : value;
  if (isOf(value, types) || nothings.has(value)) return value;
  const read = readOther(value);
  return isOf(read, types) ? fitValue(read, schema) : value;
}

/** What stands alone is the one item, unless it is of another type that may stand there too. */
function fitList(value: unknown, schema: JSONSchema7): unknown {
  const { items } = schema;
  const list = typeof value === "string" && /^\s*\[/.test(value) ? readOther(value) : value;
  if (Array.isArray(list)) return Array.isArray(items) ? list : list.map((each) => fitValue(each, items));
  return isOf(value, toTypes(schema)) || nothings.has(value) || Array.isArray(items)
    ? value
    : [fitValue(value, items)];
}

/** A text as what it says, anything else as a text. */
const readOther = (value: unknown): unknown =>
  typeof value === "string" ? parseLoose(value.trim(), true) : String(value);

function isOf(value: unknown, types: string[]): boolean {
  const type = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  return types.includes(type) || (Number.isInteger(value) && types.includes("integer"));
}

/** Empty where the schema does not say it. */
function toTypes(schema: Schema): string[] {
  if (!isRecord(schema)) return [];
  const { type, anyOf, oneOf } = schema as JSONSchema7;
  return type === undefined ? (anyOf ?? oneOf ?? []).flatMap(toTypes) : [type].flat();
}
