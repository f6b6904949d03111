import { answerOrders } from "@/lib/threads/answer-orders";
import type {
  DocumentInput,
  FileDraft,
  FileInput,
  IconInput,
  PictureInput,
  ReadDocument,
  RecognizedText,
} from "./document";
import { parseDocument } from "./parse-document";

/** What the threads do: a page of the web, a file of a person, a picture's text, a site's icon. */
export type DocumentJobs = {
  page: { input: DocumentInput; output: ReadDocument };
  file: { input: FileInput; output: FileDraft };
  picture: { input: PictureInput; output: RecognizedText };
  icon: { input: IconInput; output: Uint8Array };
};
export type JobName = keyof DocumentJobs;
export type Order = { [JOB in JobName]: { job: JOB; input: DocumentJobs[JOB]["input"] } }[JobName];

/** The thread in which documents are read, one after the other. */
answerOrders(work);

async function work({ job, input }: Order): Promise<DocumentJobs[JobName]["output"]> {
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
