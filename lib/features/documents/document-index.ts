import type { DocumentView } from "@/lib/features/documents/shape/documents";
import type { Scope } from "./scope";

/** A document's text with where its pages begin, in UTF-16 units. */
export type IndexedText = { text: string; pages: readonly number[] };

/**
 * What makes documents found. All may be done twice. `indexDocument` replaces what was there, and is paid by
 * whoever `payFor` names; where meaning cannot be had it indexes words, and says so.
 */
export type DocumentIndex = {
  indexDocument(
    scope: Scope,
    document: DocumentView,
    text: IndexedText,
    signal: AbortSignal,
  ): Promise<{ chunks: number; isWordsOnly: boolean }>;
  /** The words of the document are the same; what filters see of it is not. */
  setAttributes(scope: Scope, document: DocumentView): Promise<void>;
  /** With the scope of a file that stands alone. */
  delete(scope: Scope, documentId: string): Promise<void>;
  deleteScope(scope: Scope): Promise<void>;
};
