import { foldText, hasHan } from "@/lib/language/script";

/** Drops invisible characters and order-reversing marks, not line ends and joiners of letters and emoji. */
export function toTidyText(text: string): string {
  return text
    .replace(/[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, "")
    .replace(/[^\P{Cc}\n]+/gu, " ")
    .trim();
}

/** A fact is one line of a prompt: no line end or invisible character begins another. Joiners stay. */
export function toOneLine(text: string): string {
  return text.replace(/(?:(?![\u200c\u200d])[\s\p{Cc}\p{Cf}])+/gu, " ").trim();
}

/** Whether texts differ only by case, width, accents, blanks and punctuation. `C`, `C++` and `C#` differ. */
export function isSameWording(one: string, other: string): boolean {
  return toComparable(one) === toComparable(other);
}

function toComparable(text: string): string {
  return foldText(text).replace(/[^\p{L}\p{N}+#]+/gu, "");
}

/** Whether fewer than two letters or digits are left of a text. */
export function saysNothing(text: string): boolean {
  return toComparable(text).length < 2;
}

/** How quotes are looked for: folded, one kind of blank, quotation mark and hyphen, no marks at the ends. */
export function toQuotable(text: string): string {
  return foldText(text)
    .replace(/[“”„«»「」『』"'‘’`]/g, "'")
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/\s+/g, " ")
    .replace(/^[\s\p{P}]+|(?<![\s\p{P}])[\s\p{P}]+$/gu, "");
}

/** The language of a fact's wording as far as its script tells: `zh`, `en` for Latin letters, else `und`. */
export function detectFactLanguage(text: string): "en" | "zh" | "und" {
  if (hasHan(text)) return /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ? "und" : "zh";
  return /\p{Script=Latin}/u.test(text) ? "en" : "und";
}
