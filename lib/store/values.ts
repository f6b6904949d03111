import { AppError } from "@/lib/errors";
import type { DocumentData, Json } from "./store";

const maxDocumentBytes = 1_000_000;

/** As JSON text, which is also a copy: what the caller changes later does not reach the store. */
export function toDocumentText(data: DocumentData): string {
  const text = toJsonText(data);
  if (Buffer.byteLength(text) > maxDocumentBytes) {
    throw new AppError(
      "too_large",
      `A document holds at most ${maxDocumentBytes.toLocaleString("en")} bytes.`,
    );
  }
  return text;
}

/** Drops properties that are `undefined`; fails with `invalid_request` on what JSON cannot hold. */
export function toJsonText(value: unknown): string {
  if (!isJson(value)) throw new AppError("invalid_request", "This holds a value that cannot be stored.");
  return JSON.stringify(value);
}

export function parseDocumentText(text: string): DocumentData {
  return JSON.parse(text) as DocumentData;
}

/** The value at a path of field names, `undefined` when there is none. */
export function findField(data: DocumentData, segments: string[]): Json | undefined {
  let value: Json | undefined = data;
  for (const segment of segments) {
    if (!isObject(value) || !Object.hasOwn(value, segment)) return undefined;
    value = value[segment];
  }
  return value;
}

export function isObject(value: Json | undefined): value is DocumentData {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isJson(value: unknown): boolean {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isJson);
  return (
    typeof value === "object" &&
    isPlain(value) &&
    Object.values(value).every((each) => each === undefined || isJson(each))
  );
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    (prototype === Object.prototype || prototype === null) && Object.getOwnPropertySymbols(value).length === 0
  );
}
