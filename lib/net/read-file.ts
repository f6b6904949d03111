import { AppError, isAppError } from "@/lib/errors";
import type { FileKind, Recognized } from "@/lib/features/documents/shape/documents";
import type { FileDraft } from "./documents/document";
import { createDocumentPool } from "./documents/document-pool";
import { cutText } from "./documents/read-text";
import { isTelling } from "./documents/telling-title";

/**
 * A file that a person gave. `owner`: their id, people take turns in the reading threads. `ocrLanguages`: in
 * which pictures are read, as the packages `@tesseract.js-data/…` are called; none turns it off.
 */
export type FileToRead = {
  bytes: Uint8Array;
  name: string;
  mediaType: string;
  password?: string;
  signal: AbortSignal;
  owner: string;
  ocrLanguages?: readonly string[];
};

/**
 * A file as Markdown. `pages`: where each page, slide or sheet begins in it, in UTF-16 units; empty where
 * there are none. `title` is the file's own, else its name.
 */
export type FileText = {
  kind: FileKind;
  title: string;
  markdown: string;
  pages: number[];
  author?: string;
  /** ISO 8601. */
  date?: string;
  /** There was more than is kept. */
  isCut: boolean;
  recognized?: Recognized;
};

export const defaultOcrLanguages = ["eng", "chi_sim"] as const;

const limits = { pdfPages: 2_000, textCharacters: 3_000_000 };
/** So many pages of a document are read from their pictures, as long as that takes no longer. */
const mostRecognized = 50;
const recognitionMs = 150_000;
/** Below this mean of its words the recognition guesses, as in a script that it does not know. */
const sureFrom = 70;

const readDraft = createDocumentPool("file", { size: 1, timeLimitMs: 120_000 });
/** A thread takes up to 400 MB for it, mostly outside of what counts as its objects. */
const recognize = createDocumentPool("picture", { size: 1, timeLimitMs: 60_000, memoryMb: 1_024 });

/**
 * A person's file as Markdown, read in a thread of its own. Throws `invalid_request` for no bytes,
 * `unsupported_media` for a kind that cannot be read, with the problem `no_text` for one without any text (a
 * picture without text is empty), `page_refused` where a PDF is locked and `password` does not open it,
 * `page_unavailable` for a broken one, `too_large`, `timeout`, `aborted`.
 */
export async function readFile(file: FileToRead): Promise<FileText> {
  const { bytes, name, mediaType, password, signal, owner } = file;
  if (signal.aborted) throw new AppError("aborted", "Reading a document was stopped.");
  if (bytes.length === 0)
    throw new AppError("invalid_request", `"${name}" is empty.`, { cause: { problem: "empty" } });
  const draft = await readDraft({ bytes, name, mediaType, password, limits }, signal, owner);
  const { texts, unsure, isStopped } = await recognizeBlank(file, draft);
  const whole = joinParts(
    draft.parts.map((part, index) => addRecognized(part, texts.get(index) ?? "")),
    draft,
  );
  if (whole.markdown === "" && draft.kind !== "image") throw toNoText(draft, name);
  const { kind, author, date } = draft;
  const languages = [...(file.ocrLanguages ?? defaultOcrLanguages)];
  return {
    ...{ kind, ...whole, title: toTitle(draft, whole.markdown) || name },
    isCut: whole.isCut || draft.isCut || isStopped,
    ...(author !== undefined && { author }),
    ...(date !== undefined && { date }),
    ...(texts.size > 0 && { recognized: { pages: [...texts.keys()].map(toNumber), unsure, languages } }),
  };
}

/** Programs that write slides and PDFs give them titles of their own. */
function toTitle({ kind, title = "" }: FileDraft, text: string): string {
  return (kind !== "pdf" && kind !== "pptx") || isTelling(title, text) ? title : "";
}

type Recognition = { texts: Map<number, string>; unsure: number[]; isStopped: boolean };

function toNumber(place: number): number {
  return place + 1;
}

/**
 * The text of pages that are pictures, by their place. A page that cannot be recognized, for whatever reason,
 * stays empty: the others still count. `isStopped`: some were not looked at.
 */
async function recognizeBlank(file: FileToRead, { kind, blank }: FileDraft): Promise<Recognition> {
  const found: Recognition = { texts: new Map(), unsure: [], isStopped: false };
  const { bytes, password, signal, owner, ocrLanguages: languages = defaultOcrLanguages } = file;
  if (languages.length === 0) return found;
  const end = Date.now() + recognitionMs;
  for (const [at, place] of blank.entries()) {
    found.isStopped = at >= mostRecognized || Date.now() > end;
    if (found.isStopped) break;
    const page = kind === "pdf" ? place + 1 : null;
    try {
      const { text, confidence } = await recognize({ bytes, page, password, languages }, signal, owner);
      if (text === "") continue;
      const isSure = confidence >= sureFrom;
      if (!isSure) found.unsure.push(toNumber(place));
      found.texts.set(place, isSure ? text : `> ${toWarning(languages)}\n\n${text}`);
    } catch (error) {
      if (isAppError(error) && error.code === "aborted") throw error;
    }
  }
  return found;
}

/** In the text itself, so that whoever is shown a passage of it knows. */
function toWarning(languages: readonly string[]): string {
  return `Text recognition is unsure of this page. It knows these languages: ${languages.join(", ")}.`;
}

/** A page's own paragraphs stay where its picture does not show the same. */
function addRecognized(part: string, recognized: string): string {
  const own = part.split("\n\n").filter((paragraph) => !recognized.includes(paragraph));
  return [...own, recognized].join("\n\n").trim();
}

/** One text, and where in it each part begins; an empty part begins where the next one does. */
function joinParts(
  parts: readonly string[],
  { isPaged }: FileDraft,
): { markdown: string; pages: number[]; isCut: boolean } {
  let whole = "";
  const pages = parts.map((part) => {
    const text = part.trim();
    const gap = whole === "" || text === "" ? "" : "\n\n";
    const start = whole.length + gap.length;
    whole += gap + text;
    return start;
  });
  const text = cutText(whole, limits.textCharacters);
  const isCut = text.length < whole.length;
  return {
    markdown: text,
    pages: isPaged ? pages.filter((start) => !isCut || start < text.length) : [],
    isCut,
  };
}

function toNoText({ kind, blank }: FileDraft, name: string): AppError {
  const message =
    blank.length === 0
      ? `"${name}" is empty.`
      : `"${name}" (${kind.toUpperCase()}) holds pictures only, and no text could be recognized in them.`;
  return new AppError("unsupported_media", message, { cause: { problem: "no_text" } });
}
