import { handbookId } from "@/lib/features/documents/shape/own-collections";

/**
 * What is searched together: a collection, one file that was sent with a message, what a person said and was
 * told before, or the handbook. `id` names it in the index; `ownerId` is whose records it stands in.
 */
export type Scope =
  | { kind: "collection"; id: string; ownerId: string; collectionId: string; name: string }
  | { kind: "file"; id: string; ownerId: string; documentId: string; name: string }
  | { kind: "conversations"; id: string; ownerId: string }
  | { kind: "handbook"; id: string };

export function toCollectionScope(ownerId: string, collectionId: string, name: string): Scope {
  return { kind: "collection", id: `collections/${ownerId}/${collectionId}`, ownerId, collectionId, name };
}

export function toFileScope(ownerId: string, documentId: string, name: string): Scope {
  return { kind: "file", id: `files/${ownerId}/${documentId}`, ownerId, documentId, name };
}

/** Where a document of a person is found: in its collection, or by itself. */
export function toDocumentScope(
  ownerId: string,
  { id, record }: { id: string; record: { collectionId: string | null; name: string } },
): Scope {
  const { collectionId, name } = record;
  return collectionId === null
    ? toFileScope(ownerId, id, name)
    : toCollectionScope(ownerId, collectionId, "");
}

export function toConversationsScope(ownerId: string): Scope {
  return { kind: "conversations", id: `conversations/${ownerId}`, ownerId };
}

export const handbookScope: Scope = { kind: "handbook", id: handbookId };

/** What it is called, for the person and the model. */
export function toScopeName(scope: Scope): string {
  switch (scope.kind) {
    case "collection":
    case "file":
      return scope.name;
    case "handbook":
      return "Handbook";
    case "conversations":
      return "Conversations";
  }
}
