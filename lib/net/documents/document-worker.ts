import { parentPort } from "node:worker_threads";
import { toAppError, type ErrorCode } from "@/lib/errors";
import type { DocumentInput, ReadDocument } from "./document";
import { parseDocument } from "./parse-document";

/** What the worker answers: errors lose their class on the way between threads. */
export type WorkerAnswer = { document: ReadDocument } | { code: ErrorCode; message: string; cause: string };

/** The thread in which documents are read, one after the other. */
parentPort?.on("message", (input: DocumentInput) => {
  void answer(input).then((found) => parentPort?.postMessage(found));
});

async function answer(input: DocumentInput): Promise<WorkerAnswer> {
  try {
    return { document: await parseDocument(input) };
  } catch (error) {
    const { code, message, cause } = toAppError(error);
    return { code, message, cause: cause instanceof Error ? (cause.stack ?? cause.message) : "" };
  }
}
