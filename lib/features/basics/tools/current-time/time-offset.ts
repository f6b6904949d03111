import { AppError } from "@/lib/errors";
import type { DateTime } from "luxon";

type TimeUnit = "minutes" | "hours" | "days" | "businessDays" | "weeks" | "months" | "years";
export type TimeOffset = { amounts: { amount: number; unit: TimeUnit }[] };

/** By what people say, such as "tomorrow", "2 weeks ago" or "5个工作日前". Throws `invalid_request`. */
export function shiftTime(from: DateTime, text: string): DateTime {
  const shifted = parseOffset(text).amounts.reduce(
    (moment, { amount, unit }) =>
      unit === "businessDays" ? addBusinessDays(moment, amount) : moment.plus({ [unit]: amount }),
    from,
  );
  if (!shifted.isValid || Math.abs(shifted.year) > 9999)
    throw new AppError("invalid_request", `offset: "${text}" leads too far away.`);
  return shifted;
}

/** Saturday and Sunday do not count; holidays are unknown. From a weekend, the first day on is Monday. */
export function addBusinessDays(from: DateTime, amount: number): DateTime {
  const direction = Math.sign(amount);
  let moment = from;
  while (isWeekend(moment) && amount !== 0) moment = moment.plus({ days: -direction });
  const weeks = Math.trunc(amount / 5);
  moment = moment.plus({ weeks });
  for (let left = Math.abs(amount - weeks * 5); left > 0; left -= isWeekend(moment) ? 0 : 1)
    moment = moment.plus({ days: direction });
  return moment;
}

function isWeekend(moment: DateTime): boolean {
  return moment.weekday > 5;
}

function parseOffset(text: string): TimeOffset {
  const plain = text.normalize("NFKC").trim().toLowerCase();
  const named = namedOffsets[plain.replace(/^the /, "").replaceAll(" ", "")];
  if (named !== undefined) return { amounts: [{ amount: named, unit: "days" }] };
  const direction = /\bago\b|\bbefore\b|\bearlier\b|^-|前/.test(plain) ? -1 : 1;
  const rest = plain.replace(
    /^[-+]|\b(?:from now|from today|ago|later|after|before|earlier|hence|in|and|now)\b|[后後前之以再过過,，]/g,
    " ",
  );
  const amounts = [...rest.matchAll(amountPattern)].map((match) => ({
    amount: direction * toNumber(match[1] ?? ""),
    unit: toUnit(match[2] ?? ""),
  }));
  const isUnderstood = amounts.length > 0 && rest.replace(amountPattern, "").trim() === "";
  if (!isUnderstood || amounts.some(({ amount }) => !Number.isFinite(amount) || Math.abs(amount) > 1_000_000))
    throw createOffsetError(text);
  return { amounts: amounts.flatMap(({ amount, unit }) => splitHalves(amount, unit, text)) };
}

const namedOffsets: Record<string, number> = {
  now: 0,
  today: 0,
  tomorrow: 1,
  yesterday: -1,
  dayaftertomorrow: 2,
  daybeforeyesterday: -2,
  nextweek: 7,
  lastweek: -7,
  今天: 0,
  现在: 0,
  明天: 1,
  后天: 2,
  大后天: 3,
  昨天: -1,
  前天: -2,
  下周: 7,
  上周: -7,
};

const numberWords: Record<string, number> = Object.fromEntries(
  "a:1 an:1 one:1 two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 ten:10 eleven:11 twelve:12 half:0.5 半:0.5 两:2 几:NaN"
    .split(" ")
    .map((entry) => entry.split(":"))
    .map(([word, value]) => [word ?? "", Number(value)]),
);

const amountPattern =
  /((?<!\d)\d+(?:\.\d+)?|an|a|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half(?: an?)?|(?<![零一二两三四五六七八九十百半])[零一二两三四五六七八九十百半]+)\s*(business days?|working days?|workdays?|weekdays?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|[个個]?(?:工作日|分钟|小时|钟头|星期|礼拜|月)|周|天|日|年)/g;

const unitPatterns: [RegExp, TimeUnit][] = [
  [/business|work|weekday|工作日/, "businessDays"],
  [/min|分钟/, "minutes"],
  [/hour|hr|小时|钟头/, "hours"],
  [/week|周|星期|礼拜/, "weeks"],
  [/month|月/, "months"],
  [/year|年/, "years"],
  [/day|天|日/, "days"],
];

function toUnit(word: string): TimeUnit {
  return unitPatterns.find(([pattern]) => pattern.test(word))?.[1] ?? "days";
}

function toNumber(text: string): number {
  if (/^\d/.test(text)) return Number(text);
  const word = text.split(" ")[0] ?? text;
  return numberWords[word] ?? toChineseNumber(text);
}

/** 0 to 999 in Chinese numerals; NaN when it is none. */
function toChineseNumber(text: string): number {
  const match =
    /^(?:([一二两三四五六七八九])百零?)?(?:([一二三四五六七八九])?(十))?([一二两三四五六七八九])?$/.exec(
      text,
    );
  if (match === null || text === "") return NaN;
  const [, hundreds = "", tens = "", ten, ones = ""] = match;
  const digit = (character: string) => "零一二三四五六七八九".indexOf(character.replace("两", "二"));
  return (
    (hundreds ? digit(hundreds) * 100 : 0) +
    (ten ? (tens ? digit(tens) : 1) * 10 : 0) +
    (ones ? digit(ones) : 0)
  );
}

/** The calendar has no half month or half business day; what divides well is said in smaller units. */
function splitHalves(amount: number, unit: TimeUnit, text: string): TimeOffset["amounts"] {
  if (Number.isInteger(amount) || unit === "minutes" || unit === "hours") return [{ amount, unit }];
  const smaller: Partial<Record<TimeUnit, [number, TimeUnit]>> = {
    days: [24, "hours"],
    weeks: [168, "hours"],
    years: [12, "months"],
  };
  const [factor, smallerUnit] = smaller[unit] ?? [NaN, unit];
  const scaled = amount * factor;
  if (!Number.isInteger(scaled)) throw createOffsetError(text);
  return [{ amount: scaled, unit: smallerUnit }];
}

function createOffsetError(text: string): AppError {
  const examples =
    '"3 days from now", "2 weeks ago", "5 business days from now", "tomorrow", "三天后" or "5个工作日后"';
  return new AppError("invalid_request", `offset: expected words such as ${examples}, got "${text}".`);
}
