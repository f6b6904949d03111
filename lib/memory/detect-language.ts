/** The language of a fact as far as its letters tell: `zh`, `en` for Latin letters, or `und`. */
export function detectLanguage(text: string): "en" | "zh" | "und" {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const latinWords = text.match(/\p{Script=Latin}+/gu)?.length ?? 0;
  if (han > latinWords && !/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return "zh";
  return latinWords > 0 && han === 0 ? "en" : "und";
}
