import type { Documents } from "./documents";
import { checkPlace, parseDocumentPath } from "./paths";
import type { Store } from "./store";
import { createWatches, toRetryWait } from "./watches";

export type EmbeddedWatches = Pick<Store, "watch" | "watchNew"> & {
  /** The documents, with every change told to those who watch. */
  toWatched(documents: Documents): Documents;
  close(): void;
};

/** Reads the committed state anew and tells what is new in it. */
type CheckWatch = () => void;

/** Documents read at once for a watch of a collection. */
const pageSize = 100;

/**
 * Watches within this process, which is the only one that writes. A write marks who watches its place, and
 * when the commit is over, or undone, these look for themselves: so nothing that was undone is told.
 */
export function createEmbeddedWatches(documents: Documents): EmbeddedWatches {
  const watches = createWatches();
  const marks = createMarks();

  return {
    watch(path, onChange) {
      parseDocumentPath(path);
      return watches.open(onChange, (tell) => {
        let told: number | null = null;
        return marks.add(path, () => {
          const document = documents.find(path);
          const version = document?.version ?? 0;
          if (version === told) return;
          told = version;
          tell(document);
        });
      });
    },
    watchNew(collection, after, onDocuments) {
      checkPlace(collection, after);
      return watches.open(onDocuments, (tell) => {
        let last = after ?? "";
        return marks.add(collection, (again) => {
          const page = documents.listAfter(collection, last, pageSize);
          last = page.at(-1)?.id ?? last;
          if (page.length === pageSize) again();
          if (page.length > 0) tell(page);
        });
      });
    },
    toWatched: (plain) => ({
      ...plain,
      apply(write) {
        plain.apply(write);
        marks.markDocument(write.path);
      },
      deleteTree(path) {
        marks.markTree(path);
        return plain.deleteTree(path);
      },
    }),
    close: watches.close,
  };
}

function createMarks() {
  /** By the path of a document or of a collection, which are never the same. */
  const checks = new Map<string, Set<CheckWatch>>();
  const mark = createQueue();

  return {
    /** The first look comes as soon as the caller is done. What it gives removes the check. */
    add(path: string, look: (again: () => void) => void): () => void {
      const { check, end } = createCheck(look, mark);
      const known = checks.get(path) ?? new Set();
      checks.set(path, known.add(check));
      mark(check);
      return () => {
        end();
        known.delete(check);
        if (known.size === 0) checks.delete(path);
      };
    },
    markDocument(path: string): void {
      if (checks.size === 0) return;
      checks.get(path)?.forEach(mark);
      checks.get(path.slice(0, path.lastIndexOf("/")))?.forEach(mark);
    },
    markTree(path: string): void {
      for (const [each, marked] of checks)
        if (each === path || each.startsWith(`${path}/`)) marked.forEach(mark);
    },
  };
}

/** Looks again later when the disk could not be read: readers are told of it, watchers have to wait. */
function createCheck(
  look: (again: () => void) => void,
  mark: (check: CheckWatch) => void,
): { check: CheckWatch; end: () => void } {
  let failures = 0;
  let isOver = false;
  const check = () => {
    if (isOver) return;
    try {
      look(() => mark(check));
      failures = 0;
    } catch {
      setTimeout(() => mark(check), toRetryWait(failures)).unref();
      failures += 1;
    }
  };
  return { check, end: () => void (isOver = true) };
}

/** Runs each check once, when the code that put it in is done: a commit does not pause in the middle. */
function createQueue(): (check: CheckWatch) => void {
  let waiting = new Set<CheckWatch>();

  function runAll(): void {
    const checks = waiting;
    waiting = new Set();
    for (const check of checks) check();
  }

  return (check) => {
    if (waiting.size === 0) queueMicrotask(runAll);
    waiting.add(check);
  };
}
