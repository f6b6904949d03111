/**
 * Characters that nobody sees: soft hyphens, zero-width blanks, direction marks, tags, fillers, more
 * selectors than one.
 */
const unseen =
  /[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}]|(?<=[\uFE00-\uFE0F])[\uFE00-\uFE0F]/gu;
/**
 * Joiners shape letters of some scripts, and pictures; elsewhere, or side by side, they are seen as little.
 */
const idleJoiners =
  /(?<=^|[\p{Script=Latin}\p{Script=Han}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{N}\p{P}\s\u200C\u200D])[\u200C\u200D]/gu;

/** A text as a reader sees it: a stranger hides words to a model in what nobody sees. */
export function removeInvisible(text: string): string {
  return text.replace(unseen, "").replace(idleJoiners, "");
}
