import type { CheckedWrite } from "./check-write";
import type { Documents } from "./documents";
import { toFingerprint, toStoredDocument } from "./page";
import { applyChanges } from "./patch";
import type { DocumentData } from "./store";
import { createAlreadyExists, createConflict, createMissing } from "./store-errors";
import { parseDocumentText, toDocumentText } from "./values";

/** What is stored with changes over it that are not stored yet, as those see it who come next. */
export type Draft = Pick<Documents, "find" | "list"> & {
  /** How many pages were refused, because changes may belong to them. */
  refusals(): number;
  /** Adds these changes or, where one of them cannot be, none. */
  applyAll(writes: CheckedWrite[]): void;
  /** Whether all that was read is still stored as it was. */
  isCurrent(): boolean;
  /** The changes, one for each document that has any. */
  listWrites(): CheckedWrite[];
};

type Written = { kind: "set"; text: string } | { kind: "delete" };

export function createDraft(documents: Documents, now: () => number): Draft {
  const written = new Map<string, Written>();
  const versions = new Map<string, number | undefined>();
  const pages: (() => boolean)[] = [];
  let refusals = 0;

  function find(path: string) {
    const own = written.get(path);
    if (own !== undefined) return own.kind === "delete" ? null : toDraftDocument(path, own.text, now());
    const stored = documents.find(path);
    if (!versions.has(path)) versions.set(path, stored?.version);
    return stored;
  }

  function toWritten(write: CheckedWrite): Written {
    if (write.kind === "delete") return write;
    const before = write.kind === "set" ? null : find(write.path);
    if ("changes" in write) {
      if (write.kind === "update" && before === null) throw createMissing({ path: write.path });
      const data: DocumentData = before?.data ?? {};
      applyChanges(data, write.changes);
      return { kind: "set", text: toDocumentText(data) };
    }
    if (before !== null) throw createAlreadyExists({ path: write.path });
    return { kind: "set", text: write.text };
  }

  return {
    find,
    list(query) {
      const isTouched = [...written.keys()].some(
        (path) => path.slice(0, path.lastIndexOf("/")) === query.collection,
      );
      if (isTouched) {
        refusals += 1;
        throw createConflict();
      }
      const page = documents.list(query);
      pages.push(() => toFingerprint(documents.list(query)) === toFingerprint(page));
      return page;
    },
    refusals: () => refusals,
    applyAll(writes) {
      const before = writes.map(({ path }) => [path, written.get(path)] as const);
      try {
        for (const write of writes) written.set(write.path, toWritten(write));
      } catch (error) {
        for (const [path, own] of before) {
          if (own === undefined) written.delete(path);
          else written.set(path, own);
        }
        throw error;
      }
    },
    isCurrent: () =>
      [...versions].every(([path, version]) => documents.find(path)?.version === version) &&
      pages.every((isSame) => isSame()),
    listWrites: () => [...written].map(([path, own]) => ({ ...own, path })),
  };
}

function toDraftDocument(path: string, text: string, now: number) {
  return toStoredDocument(path, parseDocumentText(text), { version: now * 1000, readTime: now * 1000 });
}
