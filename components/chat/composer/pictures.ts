import type { FileUIPart } from "ai";
import type {
  imageMediaTypes,
  maxBodyBytes,
  maxFilesPerMessage,
  maxImageBytes,
} from "@/lib/protocol/chat-request";

// Written again: that module carries schemas, which the page must not load; the types hold them equal.
const mediaTypes: typeof imageMediaTypes = ["image/png", "image/jpeg", "image/webp", "image/gif"];
const maxBytes: typeof maxImageBytes = 3_000_000;
const maxPictures: typeof maxFilesPerMessage = 4;
const bodyBytes: typeof maxBodyBytes = 4_000_000;
/** What the words and the frame of a request may take of its size. */
const reservedBytes = 120_000;

export type PictureRefusal = { name: string; why: "type" | "size" | "count" | "together" | "unreadable" };
export type PictureIntake = { added: FileUIPart[]; refused: PictureRefusal[] };

/** Reads chosen files as data addresses, as far as their kind, size and number are taken. */
export async function readPictures(files: File[], present: FileUIPart[]): Promise<PictureIntake> {
  const added: FileUIPart[] = [];
  const refused: PictureRefusal[] = [];
  for (const file of files) {
    const why = judgePicture(file, [...present, ...added]);
    const url = why === null ? await readAsDataAddress(file) : null;
    if (url !== null)
      added.push({ type: "file", mediaType: file.type, filename: file.name.slice(0, 200), url });
    else refused.push({ name: file.name, why: why ?? "unreadable" });
  }
  return { added, refused };
}

function judgePicture(file: File, present: FileUIPart[]): PictureRefusal["why"] | null {
  if (!mediaTypes.some((type) => type === file.type)) return "type";
  if (file.size > maxBytes) return "size";
  if (present.length >= maxPictures) return "count";
  const sent = present.reduce((sum, part) => sum + part.url.length, 0) + (file.size * 4) / 3;
  return sent > bodyBytes - reservedBytes ? "together" : null;
}

function readAsDataAddress(file: File): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === "string" ? reader.result : null);
    reader.onerror = () => resolve(null);
    reader.readAsDataURL(file);
  });
}
