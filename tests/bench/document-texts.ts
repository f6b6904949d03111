/** Numbers from 0 to 1 that are the same each time (Lehmer, with Park and Miller's constants). */
function createRandom(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

const syllables = "ba de fi go lu ma ne pi ro su ta ve wi xo yu ka le mi no ru".split(" ");
const characters = Array.from(
  "山水云风雨田林木石金火土日月星河湖海江城市村路桥门窗书画琴茶酒米花草鸟鱼马牛羊",
);

/** The number's word of 30,000, rarer with its number as words of a language are. */
function toWord(number: number): string {
  const digits = [
    number % 20,
    Math.floor(number / 20) % 20,
    Math.floor(number / 400) % 20,
    Math.floor(number / 8_000),
  ];
  return digits.map((digit) => syllables[digit] ?? "").join("");
}

function pickWord(random: () => number): string {
  return toWord(Math.floor(30_000 ** random()));
}

function pickChinese(random: () => number): string {
  return Array.from({ length: 12 }, () => characters[Math.floor(random() * characters.length)]).join("");
}

/** Markdown of about so many characters: sections of paragraphs, three tenths of the sentences in Chinese. */
export function makeText(length: number, seed: number): string {
  const random = createRandom(seed);
  const blocks: string[] = [];
  for (let written = 0; written < length; written += blocks.at(-1)?.length ?? 0) {
    if (blocks.length % 5 === 0) blocks.push(`## ${pickWord(random)} ${pickWord(random)}`);
    else blocks.push(Array.from({ length: 6 }, () => makeSentence(random)).join(" "));
  }
  return blocks.join("\n\n");
}

function makeSentence(random: () => number): string {
  if (random() < 0.3) return `${pickChinese(random)}。`;
  return `${Array.from({ length: 14 }, () => pickWord(random)).join(" ")}.`;
}

/** Some words, common and rare. */
export function makeQuestion(seed: number): string {
  const random = createRandom(seed * 7_919);
  return `${Array.from({ length: 5 }, () => pickWord(random)).join(" ")} ${pickChinese(random).slice(0, 3)}`;
}
