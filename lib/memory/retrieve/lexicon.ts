import { hasUnspacedScript, toPlainText, toStem, type PlainText } from "./plain-text";

/** Which of the numbered ideas a text holds, with the words that say so. */
export type Lexicon = {
  find(text: PlainText): Map<number, string[]>;
  /** Words with their ideas, as written, for guessing at what was mistyped. */
  words: ReadonlyMap<string, readonly number[]>;
};

/** The place of a line is the number of its idea; words of a line are parted by blanks, phrases have `_` inside. */
export function createLexicon(lines: readonly string[]): Lexicon {
  const byStem = new Map<string, number[]>();
  const words = new Map<string, number[]>();
  const phrases: { form: string; idea: number }[] = [];
  const unspaced: { form: string; idea: number }[] = [];
  for (const [idea, line] of lines.entries()) {
    for (const word of line.split(" ").filter(Boolean)) {
      if (hasUnspacedScript(word)) unspaced.push({ form: word, idea });
      else if (word.includes("_")) phrases.push({ form: toPlainText(word.replaceAll("_", " ")).stems, idea });
      else {
        add(byStem, toStem(word), idea);
        add(words, word, idea);
      }
    }
  }
  // Where one word stands inside another, the longer one is taken for what was said.
  unspaced.sort((a, b) => b.form.length - a.form.length);

  function find({ plain, words: said, stems }: PlainText): Map<number, string[]> {
    const found = new Map<number, string[]>();
    for (const { stem } of said) for (const idea of byStem.get(stem) ?? []) add(found, idea, stem);
    for (const { form, idea } of phrases) if (stems.includes(form)) add(found, idea, form.trim());
    const meant = plain.replace(otherMeanings, " ");
    for (const { form, idea } of unspaced) if (meant.includes(form)) add(found, idea, form);
    return found;
  }
  return { find, words };
}

/** A character of a list that says something else in these words: 住 is living somewhere, and neither remembering nor being stuck. */
const otherMeanings =
  /[忍禁记受靠挡抓保撑留][不得]住|[记忍卡抓站停守挡堵锁困拉握按压盖遮拦撑顶盯]住(?![址房宿所处在])|住院/gu;

function add<KEY, VALUE>(map: Map<KEY, VALUE[]>, key: KEY, value: VALUE): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else if (!values.includes(value)) values.push(value);
}
