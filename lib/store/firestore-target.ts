import { type FirestoreDocument, type Timestamp, targetId } from "./firestore-client";
import type { ListenResponse } from "./firestore-connection";

/** What has changed from one moment at which everything is known to the next; `size` counts the documents that there are. */
export type TargetSnapshot = { changed: FirestoreDocument[]; size: number; readTime: Timestamp };

/**
 * Gathers the responses of a stream until they are whole. What it gives for each: a snapshot; `incomplete`, more follows; `broken`,
 * the stream tells the truth no longer and must be opened anew.
 */
export function createTargetReader(): (response: ListenResponse) => TargetSnapshot | "incomplete" | "broken" {
  const present = new Set<string>();
  const changed = new Map<string, FirestoreDocument>();
  let isCurrent = false;

  function put(document: FirestoreDocument): void {
    present.add(document.name ?? "");
    changed.set(document.name ?? "", document);
  }

  function remove(name: string | null | undefined): void {
    present.delete(name ?? "");
    changed.delete(name ?? "");
  }

  function takeTargetChange({
    targetChangeType: type,
    targetIds,
    readTime,
  }: TargetChange): TargetSnapshot | "incomplete" | "broken" {
    if (type === "REMOVE") return "broken";
    if (type === "CURRENT") isCurrent = true;
    if (type === "RESET") {
      isCurrent = false;
      present.clear();
      changed.clear();
    }
    const isWhole = isCurrent && readTime && (targetIds ?? []).length === 0;
    if (!isWhole) return "incomplete";
    const snapshot = { changed: [...changed.values()], size: present.size, readTime };
    changed.clear();
    return snapshot;
  }

  return ({ targetChange, documentChange, documentDelete, documentRemove, filter }) => {
    if (targetChange) return takeTargetChange(targetChange);
    if (documentChange?.document && documentChange.targetIds?.includes(targetId))
      put(documentChange.document);
    else if (documentChange) remove(documentChange.document?.name);
    if (documentDelete) remove(documentDelete.document);
    if (documentRemove) remove(documentRemove.document);
    return filter && filter.count !== present.size ? "broken" : "incomplete";
  };
}

type TargetChange = NonNullable<ListenResponse["targetChange"]>;
