import type { ToolContext, ToolDefinition } from "@/lib/engine/tools/tool";
import { loadCells, writeRanges, type FindCells, type NamedCells } from "./cell-ranges";
import { calculateInputSchema } from "./schema";
import { AppError } from "@/lib/errors";
import { DateTime } from "luxon";
import {
  countBusinessDays,
  openCalendar,
  shiftBusinessDays,
  writeHolidays,
  type Calendar,
} from "./business-days";
import { addBusinessDays } from "@/lib/features/basics/tools/current-time/time-offset";

export type CalculateDeps = { findCells?: FindCells<ToolContext> };

/** `findCells` reads the cells of spreadsheets; without it an expression cannot name any. */
export function createCalculate({ findCells }: CalculateDeps = {}): ToolDefinition<"calculate"> {
  const cellHelp =
    findCells === undefined
      ? ""
      : "\nCells of a spreadsheet or CSV file can be named, with the file's name in file: sum(Sheet1!B2:B40), average('Fees 2026'!C2:C9), min, max, count, Sheet1!B2 * 1.2.";
  return {
    name: "calculate",
    version: "1.0",
    capability: "basic",
    helpers: ["analyst", "fact-checker"],
    stage: "executing_tools",
    description: `Calculates exactly: arithmetic, percentages, powers, roots, logarithms, trigonometry, statistics, units and days between dates.
Use it for every calculation that matters, also easy ones, instead of calculating yourself.
Do not use it for algebra with unknowns, currencies, programs, or to look up facts.
Give one expression: 15% of 240, 240 + 15%, sqrt(2) * 3 cm to inch, mean(2, 4, 9), log(8, 2), 100 km/h to m/s, days between 2024-02-01 and 2026-11-20, 2024-02-01 + 90 days, 2026-12-18 + 5 business days.
Angles are radians unless written as 30 deg. The expression with its result comes back; = is exact, ≈ is rounded.${cellHelp}`,
    input: calculateInputSchema,
    origin: "own",
    approval: "never",
    effect: "none",
    limits: { timeMs: 10_000 },
    sentences: { calculated: "{expression} {sign} {result}" },
    // It has nothing behind it: every failure is the expression's.
    inputFailures: ["timeout", "internal"],
    hints: {
      invalid_request:
        "Rewrite the expression in plain notation with numbers, operators, units and the named functions, and call calculate again.",
    },
    async execute({ expression, country = "", file = "" }, context) {
      const find = async (range: string) => (await findCells?.(file, range, context)) ?? null;
      const named = await loadCells(expression, { isFileNamed: file !== "", find });
      const normal = normaliseExpression(named.expression);
      const plain = writeRanges(normal, named);
      const place = country.trim().toUpperCase();
      const calendar = place !== "" && toUnit(normal) === "business days" ? await openCalendar(place) : null;
      const result = calculateDates(normal, calendar) ?? (await evaluate(normal, named));
      const sign = result.isExact ? "=" : "≈";
      return {
        text: `${plain} ${sign} ${result.text}${writeSkipped(named)}`,
        summary: { key: "calculated", values: { expression: plain, sign, result: result.text } },
        data: { expression: plain, result: result.text, isExact: result.isExact },
      };
    },
  };
}

/** The expression library is large: it is loaded at the first calculation. */
async function evaluate(
  expression: string,
  { values }: NamedCells,
): Promise<{ text: string; isExact: boolean }> {
  const { evaluateExpression } = await import("./evaluate-expression");
  return evaluateExpression(expression, values);
}

function writeSkipped({ skipped }: NamedCells): string {
  return skipped === 0 ? "" : ` (${skipped} of the cells hold no number and are left out)`;
}

/** In the library's notation: × ÷ ， 。 √ ², percent words, thousands separators, a trailing "=?". */
function normaliseExpression(text: string): string {
  return text
    .replace(/[²³]/g, (mark) => (mark === "²" ? "^2" : "^3"))
    .normalize("NFKC")
    .replace(/[×✕✖·⋅∙]/g, "*")
    .replace(/÷/g, "/")
    .replace(/[−–—]/g, "-")
    .replace(/。/g, ".")
    .replace(/[、]/g, ",")
    .replace(/\*\*/g, "^")
    .replace(/π/g, "pi")
    .replace(/√\s*(\d+(?:\.\d+)?|(?=\())/g, (_mark, number: string) => (number ? `sqrt(${number})` : "sqrt"))
    .replace(/°\s*([CF])\b/g, "deg$1")
    .replace(/\b(?:degrees? )?(celsius|fahrenheit)\b/gi, (_mark, scale: string) =>
      /^c/i.test(scale) ? "degC" : "degF",
    )
    .replace(/(\d)\s*([CF])\s+(to|in)\s+([CF])\b/g, "$1 deg$2 $3 deg$4")
    .replace(/\bmph\b/g, "mile/hour")
    .replace(/\bkm?ph\b/g, "km/hour")
    .replace(/°/g, " deg")
    .replace(/(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])(?![^(]*\))/g, (number) => number.replaceAll(",", ""))
    .replace(/(\d\s*(?:%|percent\b|per cent\b))\s*of\b/gi, "$1 *")
    .replace(/(\d)\s*(?:percent\b|per cent\b)/gi, "$1%")
    .replace(/^(?:what is|what's|calculate|compute|how much is)\s+/i, "")
    .replace(/(?<!\s)\s*(?:=\s*\??|\?|？|等于多少|是多少)\s*$/u, "")
    .replace(/(?<![\s,.;])[\s,.;]+$/, "")
    .replace(/\bx\b(?=\s*\d)/gi, "*")
    .trim();
}

const date = "(\\d{4}-\\d{1,2}-\\d{1,2})";
const unit = "(business days?|working days?|days?|weeks?|months?|years?)";
const differencePatterns = [
  new RegExp(
    `^(?:number of |how many )?${unit}\\s+(?:between|from)\\s+${date}\\s+(?:and|to|until)\\s+${date}$`,
    "i",
  ),
  new RegExp(`^()${date}\\s+(?:-|to)\\s+${date}$`, "i"),
];
const chineseDifference = new RegExp(
  `^${date}\\s*(?:到|至|和|与)\\s*${date}\\s*(?:之间)?\\s*(?:相差|有|隔|共)?\\s*(?:多少|几)\\s*(个工作日|天|周|个月|年)$`,
);
const shiftPattern = new RegExp(`^${date}\\s*([+-])\\s*(\\d{1,6})\\s*${unit}$`, "i");

type DateResult = { text: string; isExact: true };

/** `days between … and …` and `… + 90 days`; `null` for anything else. Throws `invalid_request`. */
function calculateDates(expression: string, calendar: Calendar | null): DateResult | null {
  const shift = shiftPattern.exec(expression);
  if (shift !== null) {
    const [, from = "", sign, amount = "", name = ""] = shift;
    return {
      text: shiftDate(toDate(from), Number(amount) * (sign === "-" ? -1 : 1), {
        unit: toUnit(name),
        calendar,
      }),
      isExact: true,
    };
  }
  const english = differencePatterns
    .map((pattern) => pattern.exec(expression))
    .find((match) => match !== null);
  if (english) {
    const [, name = "", from = "", to = ""] = english;
    // "a - b" asks from the second to the first.
    const [start, end] = name === "" && expression.includes(" - ") ? [to, from] : [from, to];
    return {
      text: writeDifference(toDate(start), toDate(end), { unit: toUnit(name), calendar }),
      isExact: true,
    };
  }
  const chinese = chineseDifference.exec(expression);
  if (chinese === null) return null;
  const [, from = "", to = "", name = ""] = chinese;
  return { text: writeDifference(toDate(from), toDate(to), { unit: toUnit(name), calendar }), isExact: true };
}

type DateUnit = "days" | "weeks" | "months" | "years" | "business days";

function toUnit(name: string): DateUnit {
  if (/business|working|工作日/i.test(name)) return "business days";
  if (/week|周/i.test(name)) return "weeks";
  if (/month|月/i.test(name)) return "months";
  return /year|年/i.test(name) ? "years" : "days";
}

function toDate(text: string): DateTime {
  const [year = "", month = "", day = ""] = text.split("-");
  const parsed = DateTime.utc(Number(year), Number(month), Number(day));
  if (!parsed.isValid)
    throw new AppError(
      "invalid_request",
      `expression: expected a date that exists, as year-month-day, got "${text}".`,
    );
  return parsed;
}

/** Of a calendar only business days know. */
type Counting = { unit: DateUnit; calendar: Calendar | null };

function shiftDate(from: DateTime, amount: number, { unit, calendar }: Counting): string {
  if (unit === "business days" && calendar !== null) {
    const { day, holidays } = shiftBusinessDays(from, amount, calendar);
    return `${writeDay(day)}, ${writeHolidays(holidays, calendar)}`;
  }
  const shifted = unit === "business days" ? addBusinessDays(from, amount) : from.plus({ [unit]: amount });
  if (!shifted.isValid || shifted.year < 1 || shifted.year > 9999)
    throw new AppError("invalid_request", "expression: the date lies outside the years 1 to 9999.");
  return writeDay(shifted);
}

function writeDay(day: DateTime): string {
  return `${day.toFormat("yyyy-MM-dd")} (${day.setLocale("en").toFormat("cccc")})`;
}

function writeDifference(from: DateTime, to: DateTime, { unit, calendar }: Counting): string {
  if (unit === "business days" && calendar !== null) {
    const { days, holidays } = countBusinessDays(from, to, calendar);
    return `${days} business days, ${writeHolidays(holidays, calendar)}`;
  }
  if (unit === "business days") return `${countWeekdays(from, to)} business days (holidays not counted)`;
  const days = Math.round(to.diff(from, "days").days);
  if (unit === "days") return `${days} days`;
  const whole = to.diff(from, [unit, "days"]).toObject();
  const rest = Math.round(whole.days ?? 0);
  return `${whole[unit] ?? 0} ${unit}${rest === 0 ? "" : ` and ${rest} days`} (${days} days)`;
}

/** Weekdays after `from` up to and including `to`; negative when `to` lies before. */
function countWeekdays(from: DateTime, to: DateTime): number {
  if (to < from) return -countWeekdays(to, from);
  const days = Math.round(to.diff(from, "days").days);
  const rest = Array.from({ length: days % 7 }, (_empty, index) => from.plus({ days: index + 1 }).weekday);
  return Math.floor(days / 7) * 5 + rest.filter((weekday) => weekday <= 5).length;
}
