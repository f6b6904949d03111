/**
 * Whether two queries ask nearly the same: word order, plurals, stop words, fillers, punctuation and case do not count; a number,
 * a negation, the kind of question, or a word exchanged for another one makes them different. Words are compared for scripts
 * with blanks, pairs of characters for Chinese, Japanese and Korean.
 */
export function isNearQuery(one: string, other: string): boolean {
  const [a, b] = [toTraits(one), toTraits(other)];
  if (a.words.size + a.pairs.size + a.fixed.size === 0) return toPlain(one) === toPlain(other);
  return (
    isSameKind(a.kind, b.kind) &&
    isSameSet(a.fixed, b.fixed) &&
    hasNearWords(a.words, b.words) &&
    hasNearPairs(a, b)
  );
}

type Traits = {
  /** Numbers and negations: they must be the same. */
  fixed: Set<string>;
  words: Set<string>;
  characters: Set<string>;
  pairs: Set<string>;
  kind: string | null;
};

const leastShared = 0.8;
/** When neither has a character of its own, only the order differs. */
const leastSharedReordered = 0.6;

const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu;
const stopWords = new Set(
  (
    "a an the of in on at to for from by with and or is are was were be been do does did has have had can could will would should " +
    "what which who when where why how much many it its this that these those there i me my we our you your s please tell show find give " +
    "explain about regarding latest current currently official information info details data facts overview today now exact exactly " +
    "wikipedia website page site search web"
  ).split(" "),
);
const negations = new Set("not no without never non except".split(" "));
const chineseFillers = new RegExp(
  (
    "请告诉我 告诉我 请问 想知道 帮我 查一下 查询 搜索 介绍一下 介绍 是什么时候 什么时候 什么时间 什么地方 是什么 什么 怎么样 怎么 怎样 如何 " +
    "在哪里 在哪儿 在哪 哪里 哪儿 哪一年 哪年 哪个 哪些 何时 何地 为什么 为何 是谁 谁 是多少 有多少 多少 有多 几个 关于 一下 最新 目前 现在 当前 官方 " +
    "信息 资料 数据 情况 详情 的 了 吗 呢 吧 啊 呀 是 在 有 和 与 及 为 于 请 年"
  )
    .split(" ")
    .join("|"),
  "gu",
);
const kinds: [kind: string, words: RegExp][] = [
  ["when", /\bwhen\b|什么时候|什么时间|何时|哪一?年/],
  ["where", /\bwhere\b|哪里|哪儿|在哪|何地|什么地方/],
  ["who", /\bwho\b|谁/],
  ["why", /\bwhy\b|为什么|为何/],
];

/** In one form of each character, in lower case, on one line. */
export function toPlain(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}

function toTraits(query: string): Traits {
  const plain = toPlain(query)
    .replace(/(?<=\d),(?=\d{3})/g, "")
    .replace(/['’]s\b/g, "");
  const isFixed = (word: string) => /\d/.test(word) || negations.has(word);
  const latin = plain.replace(cjk, " ").match(/[\p{L}\p{M}\p{N}]+(?:\.\d+)*[+#]*/gu) ?? [];
  const runs = plain.replace(chineseFillers, " ").match(cjk) ?? [];
  const said = latin.filter((word) => !stopWords.has(word));
  return {
    fixed: new Set([...said.filter(isFixed), ...runs.join("").matchAll(/[不没无未非]/gu)].map(String)),
    words: new Set(said.filter((word) => !isFixed(word)).map(toSingular)),
    characters: new Set(runs.join("")),
    pairs: new Set(runs.flatMap(toPairs)),
    kind: kinds.find(([, words]) => words.test(plain))?.[0] ?? null,
  };
}

function toSingular(word: string): string {
  if (word.length < 4 || /(ss|us|is)$/.test(word)) return word;
  if (/ies$/.test(word)) return word.replace(/ies$/, "y");
  return word.replace(/(?<=ch|sh|x|z|ss)es$|s$/, "");
}

function toPairs(run: string): string[] {
  const characters = [...run];
  return characters.length === 1
    ? characters
    : characters.slice(1).map((character, index) => `${characters[index] ?? ""}${character}`);
}

function isSameKind(a: string | null, b: string | null): boolean {
  return a === null || b === null || a === b;
}

function isSameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((item) => b.has(item));
}

function hasNearWords(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const onlyA = [...a].filter((word) => ![...b].some((other) => isSameWord(word, other)));
  const onlyB = [...b].filter((word) => ![...a].some((other) => isSameWord(word, other)));
  if (onlyA.length > 0 && onlyB.length > 0) return false;
  const shared = a.size - onlyA.length;
  return shared >= leastShared * (shared + onlyA.length + onlyB.length);
}

function hasNearPairs(a: Traits, b: Traits): boolean {
  const hasOwn = (one: Traits, other: Traits) =>
    [...one.characters].some((character) => !other.characters.has(character));
  const [aHasOwn, bHasOwn] = [hasOwn(a, b), hasOwn(b, a)];
  if (aHasOwn && bHasOwn) return false;
  const shared = [...a.pairs].filter((pair) => b.pairs.has(pair)).length;
  return (
    2 * shared >= (aHasOwn || bHasOwn ? leastShared : leastSharedReordered) * (a.pairs.size + b.pairs.size)
  );
}

/** Equal, or one letter of a long word mistyped behind its first. */
function isSameWord(a: string, b: string): boolean {
  if (a === b) return true;
  if (Math.min(a.length, b.length) < 6 || a[0] !== b[0] || Math.abs(a.length - b.length) > 1) return false;
  const start = [...a].findIndex((letter, index) => letter !== b[index]);
  if (start === -1) return true;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  return restA.slice(1) === restB.slice(1) || restA === restB.slice(1) || restA.slice(1) === restB;
}
