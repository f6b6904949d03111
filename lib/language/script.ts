/** Whether a text holds Chinese characters (Japanese ones among them). */
export function hasHan(text: string): boolean {
  return /\p{Script=Han}/u.test(text);
}

/** What code can answer in: Chinese when at least a third of the letters are Chinese, else English. */
export function detectLanguage(text: string): "en" | "zh" {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  return han > 0 && han * 3 >= letters ? "zh" : "en";
}

/**
 * A text as it is compared: compatibility forms folded (NFKC), lower case, Latin and Greek letters without
 * accents, one kind of apostrophe. The length may change.
 */
export function foldText(text: string): string {
  if (isPlain.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFD")
    .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}])\p{M}+|(?<=е)\u0308/gu, "")
    .normalize("NFC")
    .replace(/[ßøłđæœı’]/g, (letter) => plainLetters[letter] ?? letter);
}

/** Nothing but case can differ here, and taking letters apart takes time. */
const isPlain = /^[\n\x20-\x7e\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff]*$/;
const plainLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  ø: "o",
  ł: "l",
  đ: "d",
  æ: "ae",
  œ: "oe",
  ı: "i",
  "’": "'",
};
