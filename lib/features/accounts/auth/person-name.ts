/** Turns text around, breaks or hides it. What joins letters and signs stays: names need it. */
const hidden = /[\p{Cc}\p{Cs}\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu;

/** A name in one line, of which everything can be seen; empty when nothing is left. */
export function toPersonName(text: string): string {
  return text.replace(/\s+/gu, " ").replace(hidden, "").trim();
}
