import { toStem } from "./stem";

/** The words of a text that carry meaning, in order and without repeats: stems for English, segmented words for Chinese. */
export function listTerms(text: string): string[] {
  return [...new Set(listWords(text).flatMap((word) => toTerm(word) ?? []))];
}

/** The words of a text as written, without punctuation. */
export function listWords(text: string): string[] {
  return [...segmenter.segment(text)].filter((part) => part.isWordLike).map((part) => part.segment);
}

export function isStopWord(word: string): boolean {
  return stopWords.has(word.toLowerCase().replace(/['’]s$/u, ""));
}

/** The term a word is compared by, or null when it carries no meaning of its own. */
export function toTerm(word: string): string | null {
  if (isStopWord(word)) return null;
  if (/\p{Script=Han}/u.test(word)) return word;
  const stem = toStem(word);
  return stem.length > 1 || /\d/u.test(stem) ? stem : null;
}

const segmenter = new Intl.Segmenter("zh", { granularity: "word" });

const english =
  "a an the and or but nor so if then than as at by for from in into of off on onto out over to up with about after before " +
  "between during through is are was were be been being am do does did done doing have has had having can could will would " +
  "shall should may might must i me my mine we us our you your he him his she her hers it its they them their this that these " +
  "those there here what which who whom whose when where why how not no yes please tell know give show find let explain say get " +
  "much many any some all each every more most very really just also too ever actually exactly kind sort " +
  "one thing i'm don't summarize summarise compare true false think believe remember other own same such only again one once";
const chinese =
  "的 了 吗 呢 吧 啊 呀 是 在 有 和 与 及 或 也 都 就 还 又 把 被 从 到 对 为 以 于 之 其 这 那 这个 那个 它 他 她 它们 他们 她们 我 你 您 我们 你们 " +
  "什么 什么时候 什么时间 什么地方 什么样 哪一个 有什么 谁 哪 哪里 哪儿 哪个 哪些 哪一 哪年 哪位 怎么 怎样 怎么样 如何 为什么 为何 多少 几 多 时候 何时 请 请问 告诉 知道 一下 一个 吧 " +
  "的话 以及 另外 还有 并且 而且 主要 由 个 位 一 年 大概 大约 关于 介绍 说说 多大 是什么 有多";
const stopWords = new Set(`${english} ${chinese}`.split(" "));
