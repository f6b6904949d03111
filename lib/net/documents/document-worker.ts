import { parentPort } from "node:worker_threads";
import { toAppError, type ErrorCode } from "@/lib/errors";
import type { DocumentInput, FileDraft, FileInput, IconInput, PictureInput, ReadDocument } from "./document";
import { parseDocument } from "./parse-document";

/** What the threads do: a page of the web, a file of a person, a picture's text, a site's icon. */
export type Jobs = {
  page: { input: DocumentInput; output: ReadDocument };
  file: { input: FileInput; output: FileDraft };
  picture: { input: PictureInput; output: string };
  icon: { input: IconInput; output: Uint8Array };
};
export type JobName = keyof Jobs;
export type Order = { [JOB in JobName]: { job: JOB; input: Jobs[JOB]["input"] } }[JobName];

/** What the worker answers: errors lose their class on the way between threads. */
export type WorkerAnswer<OUTPUT> = { output: OUTPUT } | { code: ErrorCode; message: string; cause: string };

/** The thread in which documents are read, one after the other. */
parentPort?.on("message", (order: Order) => {
  void answer(order).then((found) => parentPort?.postMessage(found));
});

async function answer(order: Order): Promise<WorkerAnswer<Jobs[JobName]["output"]>> {
  try {
    return { output: await work(order) };
  } catch (error) {
    const { code, message, cause } = toAppError(error);
    return { code, message, cause: cause instanceof Error ? (cause.stack ?? cause.message) : "" };
  }
}

async function work({ job, input }: Order): Promise<Jobs[JobName]["output"]> {
  switch (job) {
    case "page":
      return parseDocument(input);
    case "file":
      return (await import("./parse-file")).parseFile(input);
    case "picture":
      return (await import("./recognize")).recognize(input);
    case "icon":
      return (await import("./draw-icon")).drawIcon(input);
  }
}
