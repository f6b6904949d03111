const pieces = [
  "Words that **say** something, at length.",
  "# Title",
  "Title\n---",
  "- one\n- two\n  - three",
  "1. one\n\n2. two\n\n   more of two",
  "2",
  "* ",
  "> quote\n> goes on",
  "| a | b |\n|---|---|\n| 1 | 2 |",
  "```js\nconst a = `$x$`;\n\nrun(a[0]);\n```",
  "~~~\nplain\n~~~",
  "```",
  "    indented\n\n    more",
  "<div>\n\ninside\n\n</div>",
  "<br>",
  "<!-- a\n\nremark -->",
  "$$\na = b\n\n+ c\n$$",
  "\\[\nx\n- y\n\\]",
  "\\[ left open",
  "So $x^2$ and \\(y\\) and `code` cost $5 or $10.",
  "---",
  "![picture](https://a.example/i.png) [1]",
  "",
];
const rarePieces = ["[name]: https://a.example", "A note[^1].\n\n[^1]: The note."];

/** Blocks of all kinds in any order, with one or more line ends between them. */
export function toRandomMarkdown(random: () => number): string {
  const all = random() < 0.2 ? [...pieces, ...rarePieces] : pieces;
  const pick = (list: string[]) => list[Math.floor(random() * list.length)] ?? "";
  return Array.from({ length: 25 }, () => pick(all) + pick(["\n", "\n\n", "\n\n", "\n\n\n"])).join("");
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
