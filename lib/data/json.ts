import type { DocumentData, Json } from "@/lib/store/store";

/** A value as the store takes it: `undefined` fields are left out, everything else is JSON already. */
export function toJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value ?? null)) as Json;
}

export function toData(value: object): DocumentData {
  return JSON.parse(JSON.stringify(value)) as DocumentData;
}
