import type { SearchQuery } from "./engine";

/**
 * ISO 639 code of the language that results should be in: what the query's script tells, else the person's
 * own unless the query is in a script that this language is not written in. `null` leaves it open.
 */
export function findQueryLanguage({
  query,
  language,
}: Pick<SearchQuery, "query" | "language">): string | null {
  const told = /^[a-z]{2,3}(?=$|-)/.exec(language?.toLowerCase() ?? "")?.[0] ?? null;
  const written = findScriptLanguage(query);
  if (written !== null) return written === "zh" && told === "ja" ? "ja" : written;
  const script = told === null ? undefined : scripts[told];
  return script === undefined || script.test(query) ? told : null;
}

/** Only where the script says it; a Latin script says nothing. */
export function findScriptLanguage(text: string): string | null {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return "ja";
  if (/\p{Script=Hangul}/u.test(text)) return "ko";
  return /\p{Script=Han}/u.test(text) ? "zh" : null;
}

/** Of languages that are not written in Latin letters. */
const scripts: Partial<Record<string, RegExp>> = {
  zh: /\p{Script=Han}/u,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  ko: /\p{Script=Hangul}/u,
  ru: /\p{Script=Cyrillic}/u,
  uk: /\p{Script=Cyrillic}/u,
  bg: /\p{Script=Cyrillic}/u,
  el: /\p{Script=Greek}/u,
  he: /\p{Script=Hebrew}/u,
  ar: /\p{Script=Arabic}/u,
  fa: /\p{Script=Arabic}/u,
  hi: /\p{Script=Devanagari}/u,
  th: /\p{Script=Thai}/u,
};
