export type Language = "en" | "zh";

/** The language of the person's words: Chinese as soon as Han characters carry a fair share of them, else English. */
export function detectLanguage(text: string): Language {
  const prose = text.replace(/https?:\/\/\S+/gu, "");
  const han = prose.match(/\p{Script=Han}/gu)?.length ?? 0;
  const latinWords = prose.match(/[A-Za-z]+/gu)?.length ?? 0;
  return han > 0 && han >= latinWords ? "zh" : "en";
}
