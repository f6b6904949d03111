import type { DocumentData, Json } from "@/lib/store/store";

/** A value as the store takes it: `undefined` fields are left out, everything else is JSON already. */
export function toJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value ?? null)) as Json;
}

/** A record as a document. The store copies it, without the fields that are `undefined`. */
export function toData(value: object): DocumentData {
  return value as DocumentData;
}

/** Without the fields that are given as `undefined`: such a field of a patch changes nothing. */
export function withoutUndefined<T extends object>(
  value: T,
): { [KEY in keyof T]: Exclude<T[KEY], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as {
    [KEY in keyof T]: Exclude<T[KEY], undefined>;
  };
}
