import type { FileUIPart } from "ai";
import type { DocumentView } from "@/lib/features/documents/shape/documents";
import type { ChosenDocument, ChosenFilesStore, Refused } from "./chosen-files";
import { createDocumentsApi, toOriginalPath, type DocumentsApi } from "@/components/documents/documents";
import { guessKind } from "@/lib/features/documents/shape/file-kinds";
import { readPictures } from "./pictures";
import type { Answer } from "@/lib/client/request";
import { refuseFile, uploadFile } from "@/components/documents/upload-file";
import { waitFor } from "@/lib/client/wait";

/** Of a document, besides what is drawn: its bytes, if at hand, and how to stop what is under way. */
type Given = { file: File | null; left: AbortController };
const given = new WeakMap<ChosenFilesStore, Map<string, Given>>();
/** Between two questions whether a document has been read; longer each time. */
const pollMs = { first: 700, longest: 5_000 };

/**
 * Takes chosen files in: pictures that fit go inside the question, everything else is a document that is sent
 * at once.
 */
export async function addFiles(
  store: ChosenFilesStore,
  files: readonly File[],
  api: DocumentsApi = createDocumentsApi(),
): Promise<void> {
  const refused: Refused[] = [];
  store.setState({ refused });
  for (const file of files) {
    const { pictures, documents } = store.getState();
    const why = refuseFile(file, pictures.length + documents.length);
    if (why !== null) {
      refused.push({ name: file.name, why });
      continue;
    }
    const { added } = file.type.startsWith("image/") ? await readPictures([file], [...pictures]) : noPictures;
    if (added.length > 0) store.setState({ pictures: [...store.getState().pictures, ...added] });
    else begin(store, crypto.randomUUID(), file, api);
  }
  store.setState({ refused: [...refused] });
}

const noPictures: { added: FileUIPart[] } = { added: [] };

/** Sends a document again that did not arrive or could not be read. */
export function retryFile(store: ChosenFilesStore, key: string, api = createDocumentsApi()): void {
  const known = openGiven(store).get(key);
  if (known?.file) begin(store, key, known.file, api);
}

export function removeFile(store: ChosenFilesStore, key: string, api = createDocumentsApi()): void {
  const { pictures, documents } = store.getState();
  const document = documents.find((one) => one.key === key);
  openGiven(store).get(key)?.left.abort();
  openGiven(store).delete(key);
  store.setState({
    pictures: pictures.filter(({ url }) => url !== key),
    documents: documents.filter((one) => one.key !== key),
    refused: [],
  });
  const id = document?.part?.url.split("/").at(-1);
  if (id !== undefined) void api.removeDocument({ id, collectionId: null });
}

/** Asks how the documents are that were put back after a reload: one may not be read yet, or be gone. */
export async function lookAfter(store: ChosenFilesStore, api = createDocumentsApi()): Promise<void> {
  const back = store.getState().documents.filter(({ part, canRetry }) => part !== null && !canRetry);
  await Promise.all(
    back.map(async ({ key, name, part }) => {
      const left = new AbortController();
      openGiven(store).set(key, { file: null, left });
      const id = decodeURIComponent(part?.url.split("/").at(-1) ?? "");
      const answer = await api.getDocument({ id, collectionId: null }, left.signal);
      if (answer.ok || answer.status === 404)
        await untilRead(store, { key, name }, answer, { api, signal: left.signal });
    }),
  );
}

/** Stops what is under way: the question was sent, or the page left. */
export function leaveFiles(store: ChosenFilesStore): void {
  for (const { left } of openGiven(store).values()) left.abort();
  given.delete(store);
}

function openGiven(store: ChosenFilesStore): Map<string, Given> {
  const known = given.get(store) ?? new Map<string, Given>();
  given.set(store, known);
  return known;
}

function begin(store: ChosenFilesStore, key: string, file: File, api: DocumentsApi): void {
  const left = new AbortController();
  openGiven(store).set(key, { file, left });
  const document: ChosenDocument = {
    ...{ key, name: file.name, kind: guessKind(file.name, file.type), bytes: file.size },
    ...{ state: "uploading", progress: 0, part: null, pages: 0, words: 0 },
    ...{ problem: null, failure: null, canRetry: true },
  };
  const { documents } = store.getState();
  store.setState({
    documents: documents.some((one) => one.key === key)
      ? documents.map((one) => (one.key === key ? document : one))
      : [...documents, document],
  });
  void bring(store, key, file, api, left.signal);
}

async function bring(
  store: ChosenFilesStore,
  key: string,
  file: File,
  api: DocumentsApi,
  signal: AbortSignal,
): Promise<void> {
  const onProgress = (progress: number) => change(store, key, { progress });
  const answer = await uploadFile(api, file, { collectionId: null, onProgress, signal });
  await untilRead(store, { key, name: file.name }, answer, { api, signal });
}

/** Shows how far the server is with a document, until it is read. */
async function untilRead(
  store: ChosenFilesStore,
  { key, name }: Pick<ChosenDocument, "key" | "name">,
  first: Answer<DocumentView>,
  { api, signal }: { api: DocumentsApi; signal: AbortSignal },
): Promise<void> {
  let answer = first;
  for (let wait = pollMs.first; !signal.aborted; wait = Math.min(wait * 1.6, pollMs.longest)) {
    change(store, key, toState(name, answer));
    if (!answer.ok || answer.value.status === "ready" || answer.value.status === "failed") return;
    await waitFor(wait, signal);
    const next = await api.getDocument({ id: answer.value.id, collectionId: null }, signal);
    // Whether it is read yet is asked again; only what is gone is gone.
    if (next.ok || next.status === 404) answer = next;
  }
}

function toState(name: string, answer: Answer<DocumentView>): Partial<ChosenDocument> {
  if (!answer.ok) return { state: "failed", failure: answer };
  const { id, kind, mediaType, status, progress, pages, words, error } = answer.value;
  const isFailed = status === "failed";
  return {
    ...{ kind, pages, words, progress: status === "ready" ? 1 : progress },
    state: isFailed ? "failed" : status === "ready" ? "ready" : "reading",
    problem: isFailed ? (error ?? "internal") : null,
    part: { type: "file", mediaType, filename: name.slice(0, 200), url: toOriginalPath(id) },
  };
}

function change(store: ChosenFilesStore, key: string, patch: Partial<ChosenDocument>): void {
  store.setState(({ documents }) => ({
    documents: documents.map((one) => (one.key === key ? { ...one, ...patch } : one)),
  }));
}
