/**
 * A question without the words that every question has, in English and Chinese; empty when nothing else was said. Chinese
 * comes out as words with blanks between them.
 */
export function stripStopWords(question: string): string {
  return question
    .replace(chinesePhrases, " ")
    .replace(/\p{Script=Han}+/gu, (run) => ` ${segmentChinese(run).join(" ")} `)
    .replace(/[\p{L}\p{M}]+(?:['’][\p{L}]+)*/gu, (word) =>
      englishWords.has(word.toLowerCase().replaceAll("’", "'")) ? " " : word,
    )
    .replace(/(?<=\p{L})['’]s(?![\p{L}\p{N}])/gu, "")
    .replace(/[?？!！。，,;；:：、"“”()（）《》[\]]/gu, " ")
    .replace(/(^|\s)[.'’-]+|[.'’-]+(?=\s|$)/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

const segmenter = new Intl.Segmenter("zh", { granularity: "word" });
const chineseParticles = new Set(
  "的 了 吗 呢 吧 啊 呀 是 在 有 和 与 及 被 把 从 到 于 几 谁 哪 多 给 我 你 这 那 用 要 叫 得".split(" "),
);

/** Words, with neighbouring single characters put together: the dictionary behind the segmenter misses many short nouns. */
function segmentChinese(run: string): string[] {
  const words: string[] = [];
  let isLoose = false;
  for (const { segment } of segmenter.segment(run)) {
    const isParticle = chineseParticles.has(segment);
    const isSingle = segment.length === 1 && !isParticle;
    if (isSingle && isLoose) words.push(`${words.pop() ?? ""}${segment}`);
    else if (!isParticle) words.push(segment);
    isLoose = isSingle;
  }
  return words;
}

const englishWords = new Set(
  (
    "a an the this that these those and or but if so as of in on at by for from to into with about over under between during than then " +
    "is are was were be been being am do does did done has have had having can could will would shall should may might must " +
    "i me my mine you your we us our he him his she her it its they them their there here " +
    "what what's which who who's whom whose when where where's why how how's many much long " +
    "please tell show find give explain describe know want like need search look up out read page web internet " +
    "let's i'm i'd don't doesn't didn't isn't aren't wasn't can't couldn't it's that's there's also just some any very really exactly"
  ).split(" "),
);

/** Longest first, for a phrase may begin with another. */
const chinesePhrases = new RegExp(
  (
    "请告诉我 告诉我 请问一下 请问 我想知道 想知道 帮我查一下 帮我查 帮我 查一下 搜索一下 搜索 介绍一下 请介绍 介绍 为什么 是什么时候 什么时候 什么地方 " +
    "是什么 什么样 什么 怎么样 怎么 怎样 如何 哪里 哪儿 哪一年 哪年 哪个 哪些 哪一 哪位 是谁 谁 多少 几个 几年 有?多[高长大远久重深宽快] " +
    "是不是 有没有 能不能 可以 关于 一下 位于"
  )
    .split(" ")
    .sort((a, b) => b.length - a.length)
    .join("|"),
  "gu",
);
