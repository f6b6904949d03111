import type { Language } from "./language";
import { writeChineseDigits, writeEnglishDigits } from "./numerals";

/** Turns arithmetic in words into an expression for the calculator, or null when the text is something else. */
export function toExpression(text: string, language: Language, today: string | null): string | null {
  const days = toDaySpan(text, today);
  if (days !== null) return days;
  const plain = language === "zh" ? fromChinese(text) : fromEnglish(text);
  const expression = plain.replace(/\s+/gu, " ").trim();
  return isExpression(expression) ? expression : null;
}

/** The calculator's name of a unit, then what people call it. */
const unitLines = [
  "km km kilometres kilometers kilometre kilometer",
  "mile mile miles",
  "m m metres meters metre meter",
  "cm cm centimetres centimeters centimetre centimeter",
  "mm mm millimetres millimeters",
  "foot foot feet ft",
  "inch inch inches",
  "yard yard yards",
  "lb lb lbs pound pounds",
  "oz oz ounce ounces",
  "kg kg kilo kilos kilogram kilograms",
  "g g gram grams",
  "tonne tonne tonnes",
  "degC degc celsius",
  "degF degf fahrenheit",
  "kelvin kelvin",
  "liter liter liters litre litres",
  "gallon gallon gallons",
  "cup cup cups",
  "second second seconds",
  "minute minute minutes",
  "hour hour hours",
  "day day days",
  "week week weeks",
  "year year years",
  "mile/hour mph",
];
const unitNames: Record<string, string> = Object.fromEntries(
  unitLines.flatMap((line) => {
    const [unit = "", ...names] = line.split(" ");
    return names.map((name) => [name, unit]);
  }),
);
const functionNames = new Set(
  "sqrt cbrt sin cos tan log log10 ln exp abs round mean max min factorial mod pi e of to".split(" "),
);
const units = Object.keys(unitNames)
  .toSorted((a, b) => b.length - a.length)
  .join("|");

const englishRules: [RegExp, string][] = [
  [/(?<=\d),(?=\d{3}\b)/gu, ""],
  [
    /^(?:please |can you |could you |hey )*(?:tell me )?(?:what(?:'s|’s| is| are| do| does| would)|how much(?: is| are)?|calculate|compute|work out|solve|evaluate|convert)\s+(?:you get (?:for|from)\s+)?/iu,
    "",
  ],
  [/[?？]+\s*$|\s*(?:=|equals?|equal to|make|come to)\s*[?？]*\s*$/giu, ""],
  [/^the\b|\b(?:the (?=square|cube|sum|product|average|result|value))|\b(?:result|value) of\b/giu, " "],
  [/\bsquare root of\s*\(?([\d.]+)\)?/giu, "sqrt($1)"],
  [/\bcube root of\s*\(?([\d.]+)\)?/giu, "cbrt($1)"],
  [/\bsum of ([\d., and]+)/giu, "sum:$1"],
  [/\baverage of ([\d., and]+)/giu, "mean:$1"],
  [/\b([\d.]+) factorial\b|\bfactorial of ([\d.]+)/giu, "$1$2!"],
  [/\bhalf of\b/giu, "1/2 *"],
  [/\b(?:a|one) (third|quarter) of\b/giu, "1/$1 *"],
  [/\btwice\b|\bdouble\b/giu, "2 *"],
  [/\bper ?cent\b/giu, "%"],
  [/\b(?:to the power of|raised to(?: the power of)?)\b|\*\*/giu, "^"],
  [/\bsquared\b/giu, "^2"],
  [/\bcubed\b/giu, "^3"],
  [/\b(?:times|multiplied by)\b|(?<=[\d)])\s*[x×·]\s*(?=[\d(])/giu, "*"],
  [/\bdivided by\b|÷/giu, "/"],
  [/\bplus\b|\badded to\b/giu, "+"],
  [/\bminus\b/giu, "-"],
  [/\bmodulo\b/giu, "mod"],
];

function fromEnglish(text: string): string {
  const asked = toConversion(writeEnglishDigits(text));
  let out = asked;
  for (const [pattern, replacement] of englishRules) out = out.replace(pattern, replacement);
  out = out
    .replace(/sum:([\d., and]+)/gu, (_, list: string) => listNumbers(list).join(" + "))
    .replace(/mean:([\d., and]+)/gu, (_, list: string) => `mean(${listNumbers(list).join(", ")})`)
    .replace(/1\/third/gu, "1/3")
    .replace(/1\/quarter/gu, "1/4");
  return nameUnits(
    out.replace(/\b(?:degrees?)\s+/giu, "").replace(/(?<=[a-z])\s+(?:in|into|as)\s+(?=[a-z])/giu, " to "),
  );
}

/** `how many feet are in 3 miles` → `3 miles to feet`. */
function toConversion(text: string): string {
  const pattern = new RegExp(
    `how (?:many|much) (${units})\\s+(?:are (?:there )?in|is|are|in|make|does)\\s+(?:(an?|\\d[\\d.,]*)\\s+)(?:degrees? )?(${units})\\b`,
    "iu",
  );
  return text.replace(
    pattern,
    (_, wanted: string, amount: string, given: string) =>
      `${/^an?$/iu.test(amount) ? "1" : amount} ${given} to ${wanted}`,
  );
}

function nameUnits(text: string): string {
  return text.replace(
    new RegExp(`(?<![a-z])(${units})(?![a-z(])`, "giu"),
    (name: string) => unitNames[name.toLowerCase()] ?? name,
  );
}

function listNumbers(list: string): string[] {
  return list.match(/\d+(?:\.\d+)?/gu) ?? [];
}

const chineseUnitNames: [RegExp, string][] = [
  [/平方公里/gu, " km^2"],
  [/公里|千米/gu, " km"],
  [/英里/gu, " mile"],
  [/厘米/gu, " cm"],
  [/毫米/gu, " mm"],
  [/英尺/gu, " foot"],
  [/英寸/gu, " inch"],
  [/米/gu, " m"],
  [/公斤|千克/gu, " kg"],
  [/磅/gu, " lb"],
  [/盎司/gu, " oz"],
  [/克/gu, " g"],
  [/吨/gu, " tonne"],
  [/摄氏度?/gu, " degC"],
  [/华氏度?/gu, " degF"],
  [/加仑/gu, " gallon"],
  [/升/gu, " liter"],
  [/小时/gu, " hour"],
  [/分钟/gu, " minute"],
  [/秒/gu, " second"],
];
const chineseRules: [RegExp, string][] = [
  [/[？?。！!，,\s]+$/gu, ""],
  [/^(?:请问|请|帮我|你?能?(?:计算|算)(?:一?下|一算)?)+/u, ""],
  [/(?<=\d)[,，](?=\d{3})/gu, ""],
  [/百分之([\d.]+)/gu, "$1%"],
  [/([\d.]+)的([\d.]+%)/gu, "$2 of $1"],
  [/([\d.]+)的平方根|根号([\d.]+)/gu, "sqrt($1$2)"],
  [/的平方/gu, "^2"],
  [/的立方/gu, "^3"],
  [/的([\d.]+)次方/gu, "^$1"],
  [/的阶乘/gu, "!"],
  [/([\d.]+)的一半/gu, "$1 / 2"],
  [/加上?|＋/gu, " + "],
  [/减去?|－/gu, " - "],
  [/乘以?|×/gu, " * "],
  [/除以|÷/gu, " / "],
  [/\s*(?:等于|是|得|＝|=)?\s*(?:多少|几)\s*$/gu, ""],
  [
    /\s*(?:等于|是|得|有|换算成|换算为|转换成|转换为|合|相当于|＝|=)\s*(?:多少|几)?(?=\s*[\p{L}])(?!多|几)/gu,
    " to ",
  ],
  [/(?:等于|是|结果|的)\s*$/gu, ""],
];

function fromChinese(text: string): string {
  let out = writeChineseDigits(
    text.replace(/（/gu, "(").replace(/）/gu, ")").replace(/一下/gu, "下").replace(/一半/gu, "半数"),
  ).replace(/半数/gu, "一半");
  for (const [pattern, replacement] of chineseRules) out = out.replace(pattern, replacement);
  for (const [pattern, replacement] of chineseUnitNames) out = out.replace(pattern, replacement);
  return out;
}

function isExpression(text: string): boolean {
  if (!/\d/u.test(text) || !/^[\d\s.+\-*/^%!(),a-z]+$/iu.test(text)) return false;
  const names = text.match(/[a-z]\w*/giu) ?? [];
  const known = new Set<string>([
    ...functionNames,
    ...Object.values(unitNames).flatMap((name) => name.split("/")),
  ]);
  const acts = /[\d)%!]\s*[+*/^-]\s*[\d(a-z]|\d\s*!|%\s*of\s*\d|\b\w+\(|[a-z]\s+to\s+[a-z]/iu.test(text);
  return acts && names.every((name) => known.has(name));
}

const isoDate = "\\d{4}-\\d{2}-\\d{2}";

function toDaySpan(text: string, today: string | null): string | null {
  const dates = (
    text.match(
      new RegExp(
        `${isoDate}|\\d{1,2} [A-Z][a-z]+ \\d{4}|[A-Z][a-z]+ \\d{1,2},? \\d{4}|\\d{4}年\\d{1,2}月\\d{1,2}日`,
        "gu",
      ),
    ) ?? []
  ).flatMap(toIsoDate);
  const asksSpan = /\bhow many days\b|\bdays (?:between|until|since|from)\b|多少天|几天|相差/iu.test(text);
  if (!asksSpan || dates.length === 0) return null;
  const [first, second = today] = dates;
  if (first === undefined || second === null || second === undefined) return null;
  const [from, to] = [first, second].toSorted();
  return `days between ${from} and ${to}`;
}

function toIsoDate(text: string): string[] {
  const chinese = /(\d{4})年(\d{1,2})月(\d{1,2})日/u.exec(text);
  if (chinese !== null)
    return [`${chinese[1]}-${(chinese[2] ?? "").padStart(2, "0")}-${(chinese[3] ?? "").padStart(2, "0")}`];
  if (new RegExp(`^${isoDate}$`, "u").test(text)) return [text];
  const time = Date.parse(`${text} UTC`);
  return Number.isNaN(time) ? [] : [new Date(time).toISOString().slice(0, 10)];
}
