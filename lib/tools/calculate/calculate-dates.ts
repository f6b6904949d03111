import { AppError } from "@/lib/errors";
import { DateTime } from "luxon";
import { addBusinessDays } from "@/lib/tools/current-time/time-offset";

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

export type DateResult = { text: string; isExact: true };

/** Answers what is asked of calendar dates (`days between … and …`, `… + 90 days`); `null` when it is no such thing. Throws `invalid_request`. */
export function calculateDates(expression: string): DateResult | null {
  const shift = shiftPattern.exec(expression);
  if (shift !== null) {
    const [, from = "", sign, amount = "", name = ""] = shift;
    return {
      text: shiftDate(toDate(from), Number(amount) * (sign === "-" ? -1 : 1), toUnit(name)),
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
    return { text: writeDifference(toDate(start), toDate(end), toUnit(name)), isExact: true };
  }
  const chinese = chineseDifference.exec(expression);
  if (chinese === null) return null;
  const [, from = "", to = "", name = ""] = chinese;
  return { text: writeDifference(toDate(from), toDate(to), toUnit(name)), isExact: true };
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

function shiftDate(from: DateTime, amount: number, unit: DateUnit): string {
  const shifted = unit === "business days" ? addBusinessDays(from, amount) : from.plus({ [unit]: amount });
  if (!shifted.isValid || shifted.year < 1 || shifted.year > 9999)
    throw new AppError("invalid_request", "expression: the date lies outside the years 1 to 9999.");
  return `${shifted.toFormat("yyyy-MM-dd")} (${shifted.setLocale("en").toFormat("cccc")})`;
}

function writeDifference(from: DateTime, to: DateTime, unit: DateUnit): string {
  if (unit === "business days") return `${countBusinessDays(from, to)} business days (holidays not counted)`;
  const days = Math.round(to.diff(from, "days").days);
  if (unit === "days") return `${days} days`;
  const whole = to.diff(from, [unit, "days"]).toObject();
  const rest = Math.round(whole.days ?? 0);
  return `${whole[unit] ?? 0} ${unit}${rest === 0 ? "" : ` and ${rest} days`} (${days} days)`;
}

/** Weekdays after `from` up to and including `to`; negative when `to` lies before. */
function countBusinessDays(from: DateTime, to: DateTime): number {
  if (to < from) return -countBusinessDays(to, from);
  const days = Math.round(to.diff(from, "days").days);
  const rest = Array.from({ length: days % 7 }, (_empty, index) => from.plus({ days: index + 1 }).weekday);
  return Math.floor(days / 7) * 5 + rest.filter((weekday) => weekday <= 5).length;
}
