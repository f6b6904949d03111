import { AppError } from "@/lib/errors";
import { parseField } from "./paths";
import { type DocumentData, type FieldChange, type Json, type Patch, fieldChange } from "./store";
import { findField, isObject, toJsonText } from "./values";

export type PathChange = { segments: string[] } & (
  { kind: "set"; text: string } | { kind: "delete" } | { kind: "increment"; by: number }
);

/** Checks and copies a patch: what the caller changes later does not reach the store. */
export function toChanges(patch: Patch): PathChange[] {
  const fields = Object.keys(patch);
  if (fields.some((field) => fields.some((other) => other.startsWith(`${field}.`)))) {
    throw new AppError("invalid_request", "A change names a field and a part of the same field.");
  }
  return Object.entries(patch).map(([field, value]) => {
    const segments = parseField(field);
    return isFieldChange(value)
      ? { segments, ...value[fieldChange] }
      : { segments, kind: "set", text: toJsonText(value) };
  });
}

/** Changes `data` in place. */
export function applyChanges(data: DocumentData, changes: PathChange[]): void {
  for (const each of changes) {
    const name = each.segments.at(-1) ?? "";
    const path = each.segments.slice(0, -1);
    if (each.kind === "delete") {
      const parent = findField(data, path);
      if (isObject(parent)) delete parent[name];
      continue;
    }
    const parent = makeObject(data, path);
    parent[name] =
      each.kind === "set" ? (JSON.parse(each.text) as Json) : toNumber(findField(parent, [name])) + each.by;
  }
}

function makeObject(data: DocumentData, path: string[]): DocumentData {
  let parent = data;
  for (const segment of path) {
    const found = findField(parent, [segment]);
    const next = isObject(found) ? found : {};
    parent[segment] = next;
    parent = next;
  }
  return parent;
}

function toNumber(value: Json | undefined): number {
  return typeof value === "number" ? value : 0;
}

function isFieldChange(value: Json | FieldChange): value is FieldChange {
  return typeof value === "object" && value !== null && Object.hasOwn(value, fieldChange);
}
