/** A text without what is not seen or turns the order of what follows round. What joins letters and pictures stays, and so do ends of lines. */
export function toTidyText(text: string): string {
  return text
    .replace(/[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, "")
    .replace(/[^\P{Cc}\n]+/gu, " ")
    .trim();
}
