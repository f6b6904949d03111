import type { CleanedWhere } from "better-auth/adapters";
import type { DocumentData, Json } from "@/lib/store/store";

/** A record as the library for signing in has it: with its id, times as `Date`. */
export type Row = { [field: string]: unknown };
/** A row with the address of its document. */
export type RowAt = { path: string; row: Row };

const timeFields = new Set(["createdAt", "updatedAt", "expiresAt"]);

export function toRow(id: string, data: DocumentData): Row {
  const fields = Object.entries(data).map(([name, value]) => [
    name,
    timeFields.has(name) && typeof value === "number" ? new Date(value) : value,
  ]);
  return { ...Object.fromEntries(fields), id };
}

/** Times become numbers; `undefined` and the id, which is the document's, are left out. */
export function toFields(row: Row): DocumentData {
  const fields = Object.entries(row).filter(([name, value]) => name !== "id" && value !== undefined);
  return Object.fromEntries(fields.map(([name, value]) => [name, toJsonValue(value)]));
}

function toJsonValue(value: unknown): Json {
  if (value instanceof Date) return value.getTime();
  if (value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return value;
  throw new TypeError("Records of signing in hold plain values only.");
}

/** The values that the condition asks fields to equal. */
export function toEqual(where: readonly CleanedWhere[]): Map<string, string> {
  const equal = where.filter(
    ({ operator, connector, value }) => operator === "eq" && connector === "AND" && typeof value === "string",
  );
  return new Map(equal.map(({ field, value }) => [field, String(value)]));
}

/** Whether a row meets the whole condition. Throws for an operator that nothing here uses. */
export function isMatch(row: Row, where: readonly CleanedWhere[]): boolean {
  return where.every(({ field, operator, value }) => {
    const have = toComparable(row[field]);
    const wanted = toComparable(value);
    if (operator === "eq") return have === wanted;
    if (operator === "ne") return have !== wanted;
    const compare = comparisons.get(operator ?? "");
    if (compare === undefined)
      throw new TypeError(`Records of signing in cannot be searched by ${operator}.`);
    return typeof have === "number" && typeof wanted === "number" && compare(have, wanted);
  });
}

const comparisons = new Map<string, (have: number, wanted: number) => boolean>([
  ["gt", (have, wanted) => have > wanted],
  ["gte", (have, wanted) => have >= wanted],
  ["lt", (have, wanted) => have < wanted],
  ["lte", (have, wanted) => have <= wanted],
]);

function toComparable(value: unknown): unknown {
  return value instanceof Date ? value.getTime() : (value ?? null);
}
