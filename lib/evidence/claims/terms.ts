import { toWords } from "@/lib/text/words";
import { chineseSynonyms, englishSynonyms } from "./synonyms";

/** The words that carry a text's meaning, each once: stems, words of one meaning as one, Chinese as pairs of characters; no numbers. */
export function toTerms(text: string): string[] {
  return [...toTokens(text)].filter(isTerm);
}

/** The same with numbers and light words, for finding sentences by them. */
export function toTokens(text: string): Set<string> {
  const tokens = new Set<string>();
  if (isHan(text)) for (const word of toWords(loosen(text))) addToken(tokens, toReading(word));
  else
    for (const [word] of text.matchAll(wordPattern))
      for (const token of readWord(word)) addToken(tokens, token);
  return tokens;
}

const wordPattern = /[\p{L}\p{M}\p{N}]+(?:['’.](?=[\p{L}\p{N}])[\p{L}\p{M}\p{N}]+)*/gu;
const maxKnown = 20_000;
const known = new Map<string, string[]>();

/** Texts repeat their words: each is read once. */
function readWord(word: string): string[] {
  const found = known.get(word);
  if (found !== undefined) return found;
  if (known.size >= maxKnown) known.clear();
  const tokens = toWords(word).map(toReading);
  known.set(word, tokens);
  return tokens;
}

function addToken(tokens: Set<string>, token: string): void {
  if (token !== "") tokens.add(token);
}

/** One word for all of its meaning; nothing for a word that every text has. */
function toReading(word: string): string {
  const stem = toShortStem(word);
  return stopWords.has(stem) ? "" : (canonical.get(stem) ?? stem);
}

/** The words of four letters that `toWords` leaves alone: "rule" as "ruled". */
function toShortStem(word: string): string {
  return word.length === 4 && word.endsWith("e") ? word.slice(0, -1) : word;
}

/** Whether words were joined by their endings alone: "construct" and "construction", "industry" and "industrial". */
export function isRelated(one: string, other: string): boolean {
  if (one.length < 5 || other.length < 5 || !/^[a-z]+$/.test(one)) return false;
  const shorter = Math.min(one.length, other.length);
  let same = 0;
  while (same < shorter && one[same] === other[same]) same++;
  return same >= 5 && same >= shorter - 2 && Math.max(one.length, other.length) - same <= 5;
}

export function isHan(text: string): boolean {
  return /\p{Script=Han}/u.test(text);
}

/** Digits, words of number, months and units are compared as facts. */
function isTerm(token: string): boolean {
  return !/^[\d.]/.test(token) && !factWords.has(token);
}

const toStems = (words: string) =>
  words.split(" ").flatMap((word) => toWords(word).slice(0, 1).map(toShortStem));

const stopWords = new Set(
  toStems(
    "a an the this that these those and or but if so as of in on at by for from to into with about over under between during than then while when where which who whom whose " +
      "is are was were be been being am do does did done has have had having can could will would shall should may might must i me my we us our you your he him his she her it its they them their there here " +
      "not no never without nor neither also just some any very such each every all most many much both only own other another more less least one ones same per via up out off again further once around because since until although though however therefore thus yet still already even ever " +
      "what why how too upon within among across through after before above below against s t d ll re ve m itself himself herself themselves",
  ),
);

const factWords = new Set(
  toStems(
    "january february march april june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday " +
      "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion trillion dozen half third quarter " +
      "percent km kilometre kilometer metre meter cm mm mile foot feet inch kg kilogram kilo gram tonne ton pound lb celsius fahrenheit degree hour minute second day week month year decade century cent euro dollar " +
      "nearly almost roughly approximately approx exceed total",
  ),
);

const canonical = new Map(
  englishSynonyms.flatMap((group) =>
    toStems(group).map((stem, _index, stems): [string, string] => [stem, stems[0] ?? stem]),
  ),
);

/** What a Chinese phrase reads as: the first of its meaning, or a blank where it carries none. By first character, longest first. */
const chineseReadings = createReadings();

function createReadings(): Map<string, { phrase: string; reading: string }[]> {
  const stops = (
    "的 了 是 在 和 与 及 被 把 也 而 之 其 这 那 该 此 由 就 又 还 着 将 为 并 且 则 所 等 于 以 从 对 向 中 后 前 时 都 很 已 经 曾 曾经 已经 目前 其中 以及 因为 由于 因此 所以 但是 但 然而 同时 此外 另外 根据 按照 表示 认为 指出 显示 介绍 称 说 通过 进行 可以 能够 能 会 个 " +
    "不 没有 没 未 无 非 并未 并非 大约 约 近 超过 超出 多出 左右 以上 以下 多 余 共 共有 分别 主要 有 只 仅 它们 他们 她们 它 他 她 人们 我们 属于 成为 作为 当 至 到 起 每 两 一 二 三 四 五 六 七 八 九 十 百 千 万 亿 年 月 日 号 元 公里 平方公里 公斤 千克 摄氏度 毫米 厘米 小时 分钟 米 吨 倍 成"
  ).split(" ");
  const pairs = [
    ...stops.map((phrase) => ({ phrase, reading: " " })),
    ...chineseSynonyms.flatMap((group) =>
      group.split(" ").map((phrase, _index, phrases) => ({ phrase, reading: ` ${phrases[0] ?? phrase} ` })),
    ),
  ];
  const readings = new Map<string, { phrase: string; reading: string }[]>();
  for (const pair of pairs.sort((a, b) => b.phrase.length - a.phrase.length)) {
    const first = pair.phrase[0] ?? "";
    readings.set(first, [...(readings.get(first) ?? []), pair]);
  }
  return readings;
}

function loosen(text: string): string {
  if (!isHan(text)) return text;
  const pieces: string[] = [];
  for (let at = 0; at < text.length;) {
    const found = chineseReadings.get(text[at] ?? "")?.find(({ phrase }) => text.startsWith(phrase, at));
    pieces.push(found?.reading ?? text[at] ?? "");
    at += found?.phrase.length ?? 1;
  }
  return pieces.join("");
}
