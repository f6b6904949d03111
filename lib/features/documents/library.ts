import type { DocumentProblem, DocumentView, FileKind } from "@/lib/features/documents/shape/documents";
import type { Scope } from "./scope";

/** A document as it was read. `pages`: where each page begins in the text, in UTF-16 units; empty without. */
export type DocumentText = { document: DocumentView; text: string; pages: readonly number[] };

/** What of the library a reply may use, and what the model is told of it before its first word. */
export type ScopeSummary = { scope: Scope; documents: number; chunks: number; kinds: readonly FileKind[] };

/** `null`: reading goes on. */
export type UnreadFile = { name: string; problem: DocumentProblem | null };

/** What the agent asks of a person's documents. Another person's ids name nothing. */
export type LibraryReader = {
  /**
   * The handbook, the files of the conversation (`null`: it has none), and of the collections that the person
   * may search those that `collections` names (`undefined`: none).
   */
  listScopes(
    userId: string,
    options: { conversationId: string | null; collections?: readonly string[] | undefined },
  ): Promise<ScopeSummary[]>;
  /** Waits, a minute at most, until files that were sent are read; gives those that are not. */
  awaitFiles(userId: string, ids: readonly string[], signal: AbortSignal): Promise<UnreadFile[]>;
  /** By id, or by title or name, letter case aside; `null` outside of the scopes. */
  findText(scopes: readonly Scope[], document: string): Promise<DocumentText | null>;
};
