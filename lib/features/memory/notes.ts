import type { MemoryDocument } from "@/lib/features/memory/records/memories";
import { AppError } from "@/lib/errors";
import { mostNotes, type Note } from "./shape";
import type { Changed } from "./add-facts";
import { findSecret } from "./secrets";

/** Keeps it under its key, in the place of what stood there; of too many the oldest goes. */
export function writeNote(document: MemoryDocument, note: Note): Changed<Note | null> {
  const secret = findSecret(`${note.key}\n${note.content}`);
  if (secret !== null)
    throw new AppError("secret_refused", `This holds ${secret}, and secrets are never kept.`);
  if (document.isOff) return { document, result: null };
  const others = (document.notes ?? []).filter(({ key }) => key !== note.key);
  return { document: { ...document, notes: [...others, note].slice(-mostNotes) }, result: note };
}

/** Throws `not_found`. */
export function removeNote(document: MemoryDocument, key: string): Changed<null> {
  const notes = document.notes ?? [];
  const others = notes.filter((note) => note.key !== key);
  if (others.length === notes.length) throw new AppError("not_found", "This note does not exist.");
  return { document: { ...document, notes: others }, result: null };
}
