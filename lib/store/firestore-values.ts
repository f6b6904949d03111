import type { protos } from "@google-cloud/firestore-api";
import { isHoldableKey } from "./paths";
import type { DocumentData, Json } from "./store";

type FirestoreValue = protos.google.firestore.v1.IValue;
export type FirestoreFields = Record<string, FirestoreValue>;

/** Firestore takes 20 levels; deeper values are kept as JSON. */
const maxDepth = 18;

/**
 * The fields as Firestore's own values, so that they can be queried and counted up. What it cannot hold, such
 * as a list in a list, becomes bytes of its JSON: our data has no other bytes, so nothing is mistaken for it.
 */
export function toFields(data: DocumentData): FirestoreFields {
  return mapValues(data, (value) => toValue(value, 1));
}

export function fromFields(fields: FirestoreFields | null | undefined): DocumentData {
  return mapValues(fields ?? {}, fromValue);
}

export function toValue(value: Json, depth = 1): FirestoreValue {
  if (value === null) return { nullValue: "NULL_VALUE" };
  if (typeof value === "boolean") return { booleanValue: value };
  if (typeof value === "number") return toNumberValue(value);
  if (!isHoldable(value, depth)) return { bytesValue: Buffer.from(JSON.stringify(value)) };
  if (typeof value === "string") return { stringValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map((item) => toItem(item, depth + 1)) } };
  return { mapValue: { fields: mapValues(value, (item) => toValue(item, depth + 1)) } };
}

export function toNumberValue(value: number): FirestoreValue {
  return Number.isSafeInteger(value) ? { integerValue: value } : { doubleValue: value };
}

function toItem(item: Json, depth: number): FirestoreValue {
  return Array.isArray(item) ? { bytesValue: Buffer.from(JSON.stringify(item)) } : toValue(item, depth);
}

function isHoldable(value: Exclude<Json, null | boolean | number>, depth: number): boolean {
  if (typeof value === "string") return value.isWellFormed();
  return depth < maxDepth && (Array.isArray(value) || Object.keys(value).every(isHoldableKey));
}

function fromValue(value: FirestoreValue): Json {
  if (typeof value.stringValue === "string") return value.stringValue;
  if (typeof value.booleanValue === "boolean") return value.booleanValue;
  if (value.integerValue !== undefined && value.integerValue !== null) return Number(value.integerValue);
  if (value.doubleValue !== undefined && value.doubleValue !== null) return value.doubleValue;
  if (value.arrayValue) return (value.arrayValue.values ?? []).map(fromValue);
  if (value.mapValue) return fromFields(value.mapValue.fields);
  if (value.bytesValue)
    return JSON.parse(Buffer.from(value.bytesValue as Uint8Array).toString("utf8")) as Json;
  return null;
}

// From entries, because an assignment to "__proto__" would not make a property.
function mapValues<A, B>(object: Record<string, A>, change: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}
