/** How a sentence takes a number: as it stands, as a rounded one, or as a bound. */
export type NumberBound = "exact" | "about" | "least" | "most";

/** Words right before a number, and right behind it with its unit. */
const before: [NumberBound, RegExp][] = [
  [
    "about",
    /(?:\b(?:about|around|approximately|approx\.|roughly|nearly|almost|some|close to|circa|ca\.)|[~≈]|大约|大概|(?<![条签契])约|(?<!附)近|接近|几乎) ?$/iu,
  ],
  [
    "least",
    /(?:\b(?:more than|over|at least|above|no (?:fewer|less) than|not less than|upwards of)|[>≥]|超过|多于|高于|大于|至少|不少于|不低于|逾) ?$/iu,
  ],
  [
    "most",
    /(?:\b(?:less than|fewer than|under|below|at most|up to|no more than|not more than)|[<≤]|不到|不足|少于|低于|小于|至多|最多|不超过) ?$/iu,
  ],
];
const behind: [NumberBound, RegExp][] = [
  ["about", /^ ?(?:\p{Script=Han}{0,2}(?:左右|上下)|or so\b)/iu],
  ["least", /^ ?(?:\p{Script=Han}{0,2}以上|or more\b|and more\b|[多余]|\+)/iu],
  ["most", /^ ?(?:\p{Script=Han}{0,2}(?:以下|以内)|or (?:less|fewer)\b)/iu],
];

type Span = { start: number; end: number };

/** How a number in a sentence is to be read, and where it stands together with the words that say so. */
export function readNumberWords(sentence: string, { start, end }: Span): Span & { reading: NumberBound } {
  const from = Math.max(0, start - 24);
  const [lead, tail] = [sentence.slice(from, start), sentence.slice(end, end + 12)];
  for (const [reading, words] of before) {
    const found = words.exec(lead);
    if (found !== null) return { reading, start: from + found.index, end };
  }
  for (const [reading, words] of behind) {
    const found = words.exec(tail);
    if (found !== null) return { reading, start, end: end + found[0].length };
  }
  return { reading: "exact", start, end };
}

/** Whether a sentence says that it puts numbers together. */
export function saysSum(sentence: string): boolean {
  return /\b(?:in all|in total|total|totals|altogether|together|combined|overall|the sum|on average|average)\b|总共|一共|共有|共计|总计|合计|总数|总和|加起来|平均/iu.test(
    sentence,
  );
}
