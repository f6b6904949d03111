import { setImmediate as breathe } from "node:timers/promises";
import {
  readJob,
  toDocumentView,
  type FoundDocument,
} from "@/lib/features/documents/records/document-record";
import type { DocumentFiles, KeptText } from "@/lib/features/documents/records/document-files";
import type { Stage } from "@/lib/features/documents/records/document-reading";
import type { Documents } from "@/lib/features/documents/records/documents";
import { AppError } from "@/lib/errors";
import { onJob } from "@/lib/jobs/jobs";
import type { FileText, FileToRead } from "@/lib/net/read-file";
import type { DocumentIndex } from "./document-index";
import { toReadFailure } from "./read-failure";
import { toDocumentScope } from "./scope";

export type ReadFile = (file: FileToRead) => Promise<FileText>;

export type ReadDeps = {
  documents: Documents;
  files: DocumentFiles;
  readFile: ReadFile;
  index: DocumentIndex;
  /** Lets the person pay for what indexing costs. */
  payFor: <T>(userId: string, work: () => Promise<T>) => Promise<T>;
  now: () => number;
};

/** So many are read at once in this process, each with its bytes in memory; the others wait here. */
const atOnce = 2;
/** After a failure that may pass, times the number of the attempt. */
const againMs = 20_000;

/** The job that reads a document and makes it found, or brings up to date what it is found by. */
export function createReading(deps: ReadDeps) {
  const passwords = new Map<string, string>();
  const working = new Map<string, AbortController>();
  const inTurn = createGate(atOnce);

  const job = onJob(readJob, ({ userId, documentId }, signal) =>
    inTurn(async () => {
      const found = await deps.documents.beginReading(userId, documentId);
      if (found === null) return null;
      if (found.record.status !== "reading") {
        await describe(deps, userId, found);
        return null;
      }
      const stop = new AbortController();
      working.set(documentId, stop);
      const password = passwords.get(documentId);
      passwords.delete(documentId);
      try {
        const both = AbortSignal.any([signal, stop.signal]);
        return await readOne(deps, { userId, found, password, signal: both, ending: signal });
      } finally {
        working.delete(documentId);
      }
    }),
  );

  return {
    job,
    /** For the next reading alone. */
    usePassword: (documentId: string, password: string): void => void passwords.set(documentId, password),
    /** Of a document that was deleted: frees its thread. */
    stop: (documentId: string): void => working.get(documentId)?.abort(),
  };
}

type OneReading = {
  userId: string;
  found: FoundDocument;
  password: string | undefined;
  signal: AbortSignal;
  /** Fires when this process ends, or another one has the job. */
  ending: AbortSignal;
};

async function readOne(deps: ReadDeps, reading: OneReading): Promise<number | null> {
  const { userId, found, ending } = reading;
  const { version, attempts } = found.record;
  try {
    const text = await readText(deps, reading);
    const noted = await deps.documents.noteProgress(userId, found.id, { version, progress: 0.5 });
    if (noted !== "kept") return await tidy(deps, reading, noted);
    const indexed = await index(deps, reading, text);
    const words = await countWords(text.text);
    const { kind, title, author, date, pages, recognized } = text;
    const read = { kind, title, author, date, recognized, pages: pages.length, words, ...indexed };
    const stage = await deps.documents.finishReading(userId, found.id, { version, ...read });
    return stage === "kept" ? null : await tidy(deps, reading, stage);
  } catch (error) {
    if (ending.aborted) {
      await deps.documents.putOffReading(userId, found.id, version);
      return deps.now();
    }
    const stage = await deps.documents.failReading(userId, found.id, { version, ...toReadFailure(error) });
    if (stage !== "kept") return await tidy(deps, reading, stage);
    const { record } = (await deps.documents.find(userId, found.id)) ?? found;
    return record.status === "waiting" ? deps.now() + againMs * attempts : null;
  }
}

/** As an attempt before kept it, else read from the file. */
async function readText(
  { files, readFile }: ReadDeps,
  { userId, found: { record }, password, signal }: OneReading,
): Promise<KeptText> {
  const of = { userId, version: record.version };
  const { name, mediaType, encoding = "" } = record;
  const kept = await files.findText(of);
  if (kept !== null && (kept.encoding ?? "") === encoding) return kept;
  const bytes = await files.findSource(of);
  if (bytes === null) throw new AppError("internal", "The file is not there.");
  const said = encoding === "" ? mediaType : `${mediaType.split(";")[0]}; charset=${encoding}`;
  const input = { bytes, name, mediaType: said, signal, owner: userId };
  const text = await readFile({ ...input, ...(password !== undefined && { password }) })
    .then(({ markdown, kind, title, pages, ...about }): KeptText => {
      if (markdown.trim() === "" && kind !== "image") throw toNoText();
      const { author, date, recognized } = about;
      const known = { ...(author && { author }), ...(date && { date }), ...(recognized && { recognized }) };
      return { text: markdown, kind, title, pages, ...known };
    })
    .catch((error: unknown): KeptText => {
      // A picture needs no words: models that see look at it.
      if (record.kind === "image" && toReadFailure(error).isForGood)
        return { text: "", kind: "image", title: name, pages: [] };
      throw error;
    });
  const written = { ...text, ...(encoding !== "" && { encoding }) };
  await files.putText(of, written);
  return written;
}

async function index(
  { index: { indexDocument }, payFor }: ReadDeps,
  { userId, found, signal }: OneReading,
  { text, pages, kind, title }: KeptText,
): Promise<{ chunks: number; isWordsOnly: boolean }> {
  if (text.trim() === "") return { chunks: 0, isWordsOnly: false };
  const { record } = found;
  const named = { ...record, kind, title: title === "" ? record.name : title };
  const view = toDocumentView({ id: found.id, record: named });
  return payFor(userId, () => indexDocument(toDocumentScope(userId, found), view, { text, pages }, signal));
}

/** Takes back what was written for a document that is gone, or for a version that is not wanted any more. */
async function tidy(
  { files, index: documentIndex, now }: ReadDeps,
  { userId, found }: OneReading,
  stage: Exclude<Stage, "kept">,
): Promise<number | null> {
  await files.delete({ userId, version: found.record.version });
  if (stage === "replaced") return now();
  await documentIndex.delete(toDocumentScope(userId, found), found.id);
  return null;
}

/** What filters see of a document that has been read. */
async function describe(
  { index: documentIndex }: ReadDeps,
  userId: string,
  found: FoundDocument,
): Promise<void> {
  if (found.record.chunks > 0)
    await documentIndex.setAttributes(toDocumentScope(userId, found), toDocumentView(found));
}

function toNoText(): AppError {
  return new AppError("unsupported_media", "There is no text in it.", { cause: { problem: "no_text" } });
}

const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu;
const sliceLength = 50_000;

/** Letters between two blanks, or one character where there are none; others get their turn meanwhile. */
export async function countWords(text: string): Promise<number> {
  let words = 0;
  for (let from = 0; from < text.length; from += sliceLength) {
    words += text.slice(from, from + sliceLength).match(word)?.length ?? 0;
    await breathe();
  }
  return words;
}

/** Lets so many works go on at once; the others follow in the order in which they came. */
function createGate(size: number) {
  let free = size;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
