import type { DocumentsApi } from "./documents";
import type { Answer } from "@/lib/client/request";
import { waitForConnection } from "@/lib/client/wait";
import {
  maxDocumentsPerMessage,
  maxFileBytes,
  uploadPartBytes,
  type DocumentView,
} from "@/lib/features/documents/shape/documents";
import { guessKind, isRecording } from "@/lib/features/documents/shape/file-kinds";

/** Why a file is not even sent, or was not there after a reload; the browser has the words. */
export type FileRefusal = "recording" | "kind" | "empty" | "size" | "count" | "unreachable" | "left";

/** `present`: how many there are already, of at most `most`. */
export function refuseFile(
  { name, type, size }: Pick<File, "name" | "type" | "size">,
  present: number,
  most = maxDocumentsPerMessage,
): FileRefusal | null {
  const kind = guessKind(name, type);
  if (isRecording(name, type)) return "recording";
  // What has no known type may well be text: the server looks.
  if (kind === null && type !== "") return "kind";
  if (size === 0) return "empty";
  if (size > maxFileBytes) return "size";
  return present >= most ? "count" : null;
}

export type UploadOptions = {
  collectionId: string | null;
  /** From 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
  /** Between two attempts; returns early when the connection is back. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
};

const mostAttempts = 8;
const firstWaitMs = 1_000;
const longestWaitMs = 30_000;

/**
 * Brings a file to the server, a larger one in numbered parts. What a cut connection or a busy server left
 * out is sent again, and what has arrived is not. Never throws.
 */
export async function uploadFile(
  api: DocumentsApi,
  file: File,
  { collectionId, onProgress, signal, wait = waitForConnection }: UploadOptions,
): Promise<Answer<DocumentView>> {
  const again = <VALUE>(act: () => Promise<Answer<VALUE>>) => tryAgain(act, signal, wait);
  if (file.size <= uploadPartBytes)
    return again(() => api.sendFile(file, collectionId, { onProgress, signal }));

  const about = { name: file.name.slice(0, 200), mediaType: file.type.slice(0, 120), bytes: file.size };
  const begun = await again(() => api.beginUpload(about, collectionId, signal));
  if (!begun.ok) return begun;
  const { uploadId, partBytes } = begun.value;
  const parts = Math.ceil(file.size / partBytes);
  for (let part = 1; part <= parts; part += 1) {
    const from = (part - 1) * partBytes;
    const bytes = file.slice(from, from + partBytes);
    const tell = (share: number) => onProgress((from + share * bytes.size) / file.size);
    const sent = await again(() => api.sendPart(uploadId, part, bytes, { onProgress: tell, signal }));
    if (!sent.ok) return sent;
  }
  return again(() => api.completeUpload(uploadId, signal));
}

async function tryAgain<VALUE>(
  act: () => Promise<Answer<VALUE>>,
  signal: AbortSignal,
  wait: NonNullable<UploadOptions["wait"]>,
): Promise<Answer<VALUE>> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await act();
    const isPassing = !answer.ok && (answer.status === null || answer.status === 429 || answer.status >= 500);
    if (!isPassing || signal.aborted || attempt === mostAttempts) return answer;
    await wait(Math.min(firstWaitMs * 2 ** (attempt - 1), longestWaitMs), signal);
  }
}
