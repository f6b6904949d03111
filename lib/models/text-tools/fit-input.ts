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
  const key = /^\s*["']?(\w+)["']?\s*[=:]/.exec(text)?.[1];
  const fields = key !== undefined && key in toProperties(schema) ? parseLoose(`{${text}}`) : undefined;
  const candidates = [...findJson(text).map(({ value }) => value), fields].filter(isRecord);
  return candidates.map((each) => unwrap(each, schema)).find((each) => isWhole(each, schema));
}

function unwrap(given: Input, schema: JSONSchema7): Input {
  const { known, isMissing } = compare(given, schema);
  if (!isMissing && known > 0) return given;
  const inner = Object.values(given).flatMap((value) => {
    const read = typeof value === "string" ? parseLoose(value) : value;
    const unwrapped = isRecord(read) ? unwrap(read, schema) : {};
    return isWhole(unwrapped, schema) ? [unwrapped] : [];
  });
  return (inner.length === 1 ? inner[0] : undefined) ?? given;
}

function isWhole(input: Input, schema: JSONSchema7): boolean {
  const { known, isMissing } = compare(input, schema);
  return known > 0 && known === Object.keys(input).length && !isMissing;
}

/** How many of its keys the schema knows, and whether one is missing that has to be there. */
function compare(input: Input, schema: JSONSchema7) {
  const properties = toProperties(schema);
  const given = Object.keys(input).map((key) => toName(key, input, properties));
  const isMissing = (schema.required ?? []).some((key) => !given.includes(key));
  return { known: given.filter((key) => key in properties).length, isMissing };
}

function fitObject(input: Input, schema: JSONSchema7): Input {
  const properties = toProperties(schema);
  const entries = Object.entries(input).flatMap(([given, value]) => {
    const key = toName(given, input, properties);
    const fitted = fitValue(value, properties[key]);
    const isLeftOut =
      key in properties && !schema.required?.includes(key) && saysNothing(fitted, properties[key]);
    return isLeftOut ? [] : [[key, fitted]];
  });
  return Object.fromEntries(entries) as Input;
}

/** Its spelling in the schema, where no other key has that. */
function toName(key: string, input: Input, properties: Record<string, Schema>): string {
  if (key in properties) return key;
  const names = Object.keys(properties).filter((name) => toPlain(name) === toPlain(key) && !(name in input));
  return (names.length === 1 ? names[0] : undefined) ?? key;
}

const toPlain = (key: string): string => key.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/** As JSON, Python and forms write that there is nothing. */
export const nothings = new Set<unknown>([null, "", "null", "None"]);

function saysNothing(value: unknown, schema: Schema): boolean {
  const isEmpty = Array.isArray(value) && value.length === 0;
  return (nothings.has(value) && !takes(value, schema)) || (isEmpty && !toTypes(schema).includes("array"));
}

/** Whether the schema names the value, or its type where that is `null`. */
function takes(value: unknown, schema: Schema): boolean {
  if (!isRecord(schema)) return false;
  const { enum: choices, const: only } = schema as JSONSchema7;
  return (
    [...(choices ?? []), only].some((each) => each === value) ||
    (value === null && toTypes(schema).includes("null"))
  );
}

function fitValue(value: unknown, schema: Schema): unknown {
  const types = toTypes(schema);
  if (!isRecord(schema) || types.length === 0) return value;
  if (isRecord(value)) return types.includes("object") ? fitObject(value, schema) : value;
  const isList = types.includes("array");
  if (Array.isArray(value) && isList) return value.map((each) => fitValue(each, toItems(schema)));
  if (Array.isArray(value)) return value.length === 1 ? fitValue(value[0], schema) : value;
  if (isOf(value, types) || nothings.has(value)) return value;
  const read = readAs(value, types);
  if (read !== value) return fitValue(read, schema);
  return isList ? [fitValue(value, toItems(schema))] : value;
}

/** A text that should be something else, or something else that should be a text. */
function readAs(value: unknown, types: string[]): unknown {
  if (typeof value !== "string") return types.includes("string") ? String(value) : value;
  const read = parseLoose(value.trim(), true);
  return isOf(read, types) ? read : value;
}

function isOf(value: unknown, types: string[]): boolean {
  const type = toType(value);
  return types.includes(type) || (type === "integer" && types.includes("number"));
}

const toType = (value: unknown): string =>
  value === null
    ? "null"
    : Array.isArray(value)
      ? "array"
      : Number.isInteger(value)
        ? "integer"
        : typeof value;

const toProperties = ({ properties = {} }: JSONSchema7): Record<string, Schema> => properties;

const toItems = ({ items }: JSONSchema7): Schema => (Array.isArray(items) ? undefined : items);

/** Empty where the schema does not say it. */
function toTypes(schema: Schema): string[] {
  if (!isRecord(schema)) return [];
  const { type, anyOf, oneOf } = schema as JSONSchema7;
  return type === undefined ? (anyOf ?? oneOf ?? []).flatMap(toTypes) : [type].flat();
}
