import type { protos } from "@google-cloud/firestore-api";
import { type CheckedWrite, checkWrite } from "./check-write";
import { type FirestoreFields, toFields, toNumberValue, toValue } from "./firestore-values";
import type { PathChange } from "./patch";
import type { Json, Write } from "./store";
import { parseDocumentText } from "./values";

export type FirestoreWrite = protos.google.firestore.v1.IWrite;
/** What must be true of the document for the write to happen. */
export type Precondition = protos.google.firestore.v1.IPrecondition;

/** A write that is checked and copied: what the caller changes later does not reach the store. */
export type PlannedWrite = {
  kind: Write["kind"];
  path: string;
  bytes: number;
  toProto: (toName: (path: string) => string) => FirestoreWrite;
};

/** Fails with `invalid_request` or `too_large`, as every driver does. */
export function prepareWrite(write: Write): PlannedWrite {
  const checked = checkWrite(write);
  const { kind, path } = checked;
  return { kind, path, bytes: countBytes(checked), toProto: (toName) => toProto(checked, toName(path)) };
}

function toProto(write: CheckedWrite, name: string): FirestoreWrite {
  switch (write.kind) {
    case "set":
      return { update: { name, fields: toDocumentFields(write.text) } };
    case "create":
      return { update: { name, fields: toDocumentFields(write.text) }, currentDocument: { exists: false } };
    case "update":
      return { ...toChange(write.changes, name), currentDocument: { exists: true } };
    case "merge":
      return toChange(write.changes, name);
    case "delete":
      return { delete: name };
  }
}

function toDocumentFields(text: string): FirestoreFields {
  return toFields(parseDocumentText(text));
}

/** The mask names what is set and what is deleted: a field in the mask without a value is removed. */
function toChange(changes: PathChange[], name: string): FirestoreWrite {
  const fields: FirestoreFields = {};
  for (const each of changes)
    if (each.kind === "set") putField(fields, each.segments, JSON.parse(each.text) as Json);
  const masked = changes.filter(({ kind }) => kind !== "increment");
  const increments = changes.flatMap((each) =>
    each.kind === "increment"
      ? [{ fieldPath: toFieldPath(each.segments), increment: toNumberValue(each.by) }]
      : [],
  );
  return {
    update: { name, fields },
    updateMask: { fieldPaths: masked.map(({ segments }) => toFieldPath(segments)) },
    updateTransforms: increments,
  };
}

function putField(fields: FirestoreFields, [name = "", ...rest]: string[], value: Json): void {
  if (rest.length === 0) {
    fields[name] = toValue(value, 1);
    return;
  }
  const inner = fields[name]?.mapValue?.fields ?? {};
  putField(inner, rest, value);
  fields[name] = { mapValue: { fields: inner } };
}

export function toFieldPath(segments: string[]): string {
  return segments
    .map((segment) => (/^[A-Za-z_][A-Za-z0-9_]*$/.test(segment) ? segment : `\`${segment}\``))
    .join(".");
}

function countBytes(write: CheckedWrite): number {
  switch (write.kind) {
    case "set":
    case "create":
      return Buffer.byteLength(write.text);
    case "update":
    case "merge":
      return write.changes.reduce(
        (sum, each) => sum + (each.kind === "set" ? Buffer.byteLength(each.text) : 0),
        0,
      );
    case "delete":
      return 0;
  }
}
