/** Numbers from 0 to 1, the same for the same seed: mulberry32 (Tommy Ettinger, 2017, public domain). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const pieces = [
  ..."Hello there.| and then |42|3,141.59|2026-05-01|always answer in |Ana Lindqvist|call me |My code is |https://example.org/a?b=c|我的预算是|以后都用|表格回答。|三点|改成|\n|\n\n|- |1. |# |> |```|| a | b ||".split(
    "|",
  ),
  ...[
    "|",
    "<page",
    "</page>",
    "[1]",
    "#12: ",
    "(answer)",
    "Instructions:",
    "Facts:\n",
    "e\u0301",
    "👨‍👩‍👧",
    "🇫🇷",
    "\ud83d",
    "\udc68",
    "\u200d",
    "\u0000",
    "\t",
    "?",
    "!",
    "。",
    "，",
    " ",
    "a".repeat(50),
    "中".repeat(50),
  ],
];

/** Words, marks, numbers, orders and broken characters in any order. */
export function makeText(random: () => number, length: number): string {
  let text = "";
  while (text.length < length) text += pieces[Math.floor(random() * pieces.length)] ?? "";
  return text;
}

/** Texts made to be slow, of 100,000 characters. */
export const hostileTexts: [name: string, text: string][] = [
  ["one word", "a".repeat(100_000)],
  ["Chinese without an end", "中".repeat(100_000)],
  ["lines without words", "\n".repeat(100_000)],
  ["lines of one letter", "a\n".repeat(50_000)],
  ["full stops", ".".repeat(100_000)],
  ["abbreviations", "Dr. ".repeat(25_000)],
  ["digits", "1".repeat(100_000)],
  ["numbers with commas", "1,".repeat(50_000)],
  ["dashes and digits", "1-".repeat(50_000)],
  ["capitals", "Ab ".repeat(33_000)],
  ["half characters", "\ud83d".repeat(100_000)],
  ["one character of many marks", `e${"\u0301".repeat(99_999)}`],
  ["openings of pages", "<page>\n".repeat(14_000)],
  ["entries", "[1] a\nhttps://a.org\n".repeat(5_000)],
  ["corrections", "Actually my code is 12 now. ".repeat(3_500)],
  ["instructions", "Always answer in French. ".repeat(4_000)],
  ["brackets", "[1] ".repeat(25_000)],
  ["rows", "| a | 1 |\n".repeat(10_000)],
  ["addresses", "a@".repeat(50_000)],
  ["blanks", " ".repeat(100_000)],
];
