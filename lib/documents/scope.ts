import { handbookId } from "@/lib/protocol/documents";

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

export function toConversationsScope(ownerId: string): Scope {
  return { kind: "conversations", id: `conversations/${ownerId}`, ownerId };
}

export const handbookScope: Scope = { kind: "handbook", id: handbookId };
