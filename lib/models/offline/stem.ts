/** Longest first; a rule applies only when at least three letters stay. */
const endings: [ending: string, replacement: string][] = [
  ["ational", "ate"],
  ["ations", "at"],
  ["ation", "at"],
  ["ments", ""],
  ["ment", ""],
  ["ness", ""],
  ["ens", ""],
  ["ies", "y"],
  ["ied", "y"],
  ["ing", ""],
  ["ions", ""],
  ["ion", ""],
  ["ed", ""],
  ["en", ""],
  ["es", ""],
  ["ly", ""],
  ["s", ""],
  ["e", ""],
];

const irregular: Record<string, string> = {
  died: "die",
  dying: "die",
  death: "die",
  dead: "die",
  wrote: "writ",
  written: "writ",
  built: "build",
  grew: "grow",
  grown: "grow",
  led: "lead",
  won: "win",
  began: "begin",
  begun: "begin",
  found: "find",
  made: "mak",
  gave: "giv",
  took: "tak",
  flew: "fly",
  spoke: "speak",
  women: "woman",
  men: "man",
  children: "child",
  taught: "teach",
  fought: "fight",
  brought: "bring",
  sold: "sell",
  lost: "los",
  left: "leav",
  kept: "keep",
  ate: "eat",
  eaten: "eat",
  drew: "draw",
  born: "born",
  oldest: "old",
  spent: "spend",
  rose: "ris",
};

/** A light suffix-stripper for English: enough to bring `invented`, `inventor` and `invention` near each other. */
export function toStem(word: string): string {
  const lower = word.toLowerCase().replace(/['’]s$/u, "");
  const known = irregular[lower];
  if (known !== undefined) return known;
  if (lower.endsWith("ss") || lower.length < 4) return lower;
  if (/^.{4,}est$/u.test(lower)) return toStem(lower.replace(/([^aeiou])\1est$/u, "$1est").slice(0, -3));
  if (/^.{5,}[eo]rs?$/u.test(lower)) return toStem(lower.replace(/[eo]rs?$/u, "e"));
  for (const [ending, replacement] of endings) {
    if (!lower.endsWith(ending) || lower.length - ending.length < 3) continue;
    const stem = lower.slice(0, lower.length - ending.length) + replacement;
    return stem.replace(/([^aeiouls])\1$/u, "$1");
  }
  return lower;
}
