import { parseField } from "./paths";
import type { DocumentData, Json, Scalar } from "./store";
import { findField } from "./values";

/**
 * A text whose order by bytes is the order of values: a digit for the type, then the value.
 * One key serves columns, filters and cursors, so they cannot disagree.
 */
export function toSortKey(value: Json): string {
  if (value === null) return "0";
  if (typeof value === "boolean") return value ? "1t" : "1f";
  if (typeof value === "number") return `2${toOrderedHex(value)}`;
  if (typeof value === "string") return `3${value}`;
  return Array.isArray(value) ? "4" : "5";
}

/** Lists and objects have no place in an order: their keys begin here. */
export const firstUnorderedKey = "4";

/** The value that a key of an order was made from. */
export function fromSortKey(key: string): Scalar {
  const text = key.slice(1);
  if (key.startsWith("1")) return text === "t";
  if (key.startsWith("2")) return fromOrderedHex(text);
  return key.startsWith("3") ? text : null;
}

/** The key of a document's field, `null` when the document has no such field. */
export function findSortKey(data: DocumentData, field: string): string | null {
  const value = findField(data, parseField(field));
  return value === undefined ? null : toSortKey(value);
}

/** Whether it is the key of a place in an order. */
export function isSortKey(key: string): boolean {
  return /^(0|1[ft]|2[0-9a-f]{16}|3.*)$/s.test(key);
}

/** Where the keys of a key's type begin, and where the next type's begin. */
export function toTypeBounds(key: string): { from: string; to: string } {
  const type = Number(key[0]);
  return { from: String(type), to: String(type + 1) };
}

const buffer = new DataView(new ArrayBuffer(8));

// IEEE 754 doubles order like integers once the sign bit, or for negative numbers every bit, is flipped.
function toOrderedHex(value: number): string {
  buffer.setFloat64(0, value === 0 ? 0 : value);
  const bits = buffer.getBigUint64(0);
  const isNegative = bits >> 63n === 1n;
  return BigInt.asUintN(64, isNegative ? ~bits : bits | (1n << 63n))
    .toString(16)
    .padStart(16, "0");
}

function fromOrderedHex(hex: string): number {
  const bits = BigInt(`0x${hex}`);
  const isNegative = bits >> 63n === 0n;
  buffer.setBigUint64(0, BigInt.asUintN(64, isNegative ? ~bits : bits ^ (1n << 63n)));
  return buffer.getFloat64(0);
}
