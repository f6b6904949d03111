import type { FileUIPart } from "ai";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { DocumentProblem, FileKind } from "@/lib/features/documents/shape/documents";
import type { FileRefusal } from "@/components/documents/upload-file";
import type { RequestFailure } from "@/lib/client/request";

/** A document on its way to the next question. `part` names it once the server has it. */
export type ChosenDocument = {
  key: string;
  name: string;
  kind: FileKind | null;
  bytes: number;
  state: "uploading" | "reading" | "ready" | "failed";
  /** From 0 to 1, of what is being done. */
  progress: number;
  part: FileUIPart | null;
  pages: number;
  words: number;
  /** Why it could not be read, or not even be sent. */
  problem: DocumentProblem | null;
  failure: RequestFailure | null;
  /** The file is still at hand. */
  canRetry: boolean;
};

export type Refused = { name: string; why: FileRefusal };

/**
 * Pictures travel inside the question; every other file is sent at once, and named in the question. `texts`
 * are long ones that were pasted: they are words of the question, after those in the box.
 */
export type ChosenFiles = {
  texts: readonly string[];
  pictures: readonly FileUIPart[];
  documents: readonly ChosenDocument[];
  refused: readonly Refused[];
};
export type ChosenFilesStore = StoreApi<ChosenFiles>;

export const noFiles: ChosenFiles = { texts: [], pictures: [], documents: [], refused: [] };

/** Of a paste, in UTF-16 units: a longer one stands beside the text. */
export const longestInText = 4_000;
/** Beyond it a question would be refused: it goes as a file of its own. */
export const longestText = 80_000;

export const hasChosen = ({ texts, pictures, documents }: ChosenFiles): boolean =>
  texts.length + pictures.length + documents.length > 0;

/** The files of one composer. What fills it is loaded with the first file. */
export function createChosenFiles(): ChosenFilesStore {
  return createStore<ChosenFiles>(() => noFiles);
}

/** What goes with the question: a document that cannot be read stays behind. */
export function listParts({ pictures, documents }: ChosenFiles): FileUIPart[] {
  return [
    ...pictures,
    ...documents.flatMap(({ part, state }) => (part !== null && state !== "failed" ? [part] : [])),
  ];
}

export function isUploading({ documents }: ChosenFiles): boolean {
  return documents.some(({ state }) => state === "uploading");
}

/** Puts files of a question back that was not taken. */
export function putFilesBack(
  store: ChosenFilesStore,
  parts: readonly FileUIPart[],
  long: readonly string[] = [],
): void {
  const { texts, pictures, documents } = store.getState();
  if (parts.length + long.length === 0) return;
  const isPicture = ({ url }: FileUIPart) => url.startsWith("data:");
  const given = parts.filter((part) => !isPicture(part)).map(toGiven);
  store.setState({
    texts: [...long, ...texts],
    pictures: [...parts.filter(isPicture), ...pictures],
    documents: [...given, ...documents],
    refused: [],
  });
}

function toGiven(part: FileUIPart): ChosenDocument {
  return {
    ...{ key: part.url, name: part.filename ?? "", kind: null, bytes: 0, state: "ready", progress: 1, part },
    ...{ pages: 0, words: 0, problem: null, failure: null, canRetry: false },
  };
}
