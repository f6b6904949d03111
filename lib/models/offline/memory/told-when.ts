import type { Remembered } from "./remembered";

/** Days in the form `2026-03-02`, both included. */
export type Span = { from: string; to: string };

/** Whether it is asked what was said, or when. */
export function asksWhenTold(text: string): boolean {
  return (
    /\bwhen did i (?:last |first )?(?:tell|mention|say)|\bsince when do you know\b/iu.test(text) ||
    /(?:什么时候|何时|哪天|几号)(?:告诉|跟你说|和你说|说|提)/u.test(text)
  );
}

/** The time of telling that a question names: `What did I tell you last month?`. */
export function findToldSpan(text: string, today: string): Span | null {
  if (
    !/\b(?:tell|told|mention(?:ed)?|say|said)\b/iu.test(text) &&
    !/告诉|跟你说|和你说|说过|提过|提到/u.test(text)
  )
    return null;
  const now = new Date(`${today}T00:00:00Z`);
  if (Number.isNaN(now.getTime())) return null;
  return spans.find(({ pattern }) => pattern.test(text))?.toSpan(now) ?? findMonth(text, now);
}

export function wasToldIn({ since }: Remembered, { from, to }: Span): boolean {
  return since !== null && since >= from && since <= to;
}

const spans: { pattern: RegExp; toSpan: (now: Date) => Span }[] = [
  {
    pattern: /\blast month\b|上个?月/iu,
    toSpan: (now) => toMonth(now.getUTCFullYear(), now.getUTCMonth() - 1),
  },
  {
    pattern: /\bthis month\b|这个月|本月/iu,
    toSpan: (now) => toMonth(now.getUTCFullYear(), now.getUTCMonth()),
  },
  { pattern: /\blast week\b|上个?(?:周|星期|礼拜)/iu, toSpan: (now) => toWeek(now, -1) },
  { pattern: /\bthis week\b|这个?(?:周|星期|礼拜)|本周/iu, toSpan: (now) => toWeek(now, 0) },
  { pattern: /\byesterday\b|昨天/iu, toSpan: (now) => toDays(now, -1, -1) },
  { pattern: /\btoday\b|今天/iu, toSpan: (now) => toDays(now, 0, 0) },
  { pattern: /\blast year\b|去年/iu, toSpan: (now) => toYear(now.getUTCFullYear() - 1) },
  { pattern: /\bthis year\b|今年/iu, toSpan: (now) => toYear(now.getUTCFullYear()) },
];

const months = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];
const chineseMonths = ["一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"];

/** The newest month of that name that has begun. */
function findMonth(text: string, now: Date): Span | null {
  const english = months.indexOf(
    new RegExp(`\\bin (${months.join("|")})\\b`, "iu").exec(text)?.[1]?.toLowerCase() ?? "",
  );
  const chinese =
    /(\d{1,2}|十[一二]?|[一二三四五六七八九])月(?!\d|[一二三四五六七八九十])/u.exec(text)?.[1] ?? "";
  const month =
    english >= 0 ? english : /^\d/u.test(chinese) ? Number(chinese) - 1 : chineseMonths.indexOf(chinese);
  if (month < 0 || month > 11) return null;
  return toMonth(now.getUTCFullYear() - (month > now.getUTCMonth() ? 1 : 0), month);
}

function toMonth(year: number, month: number): Span {
  return { from: toDay(Date.UTC(year, month, 1)), to: toDay(Date.UTC(year, month + 1, 0)) };
}

function toYear(year: number): Span {
  return { from: `${year}-01-01`, to: `${year}-12-31` };
}

/** From Monday to Sunday. */
function toWeek(now: Date, weeks: number): Span {
  const monday = -((now.getUTCDay() + 6) % 7) + 7 * weeks;
  return toDays(now, monday, monday + 6);
}

function toDays(now: Date, first: number, last: number): Span {
  const toShifted = (days: number) =>
    toDay(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days));
  return { from: toShifted(first), to: toShifted(last) };
}

function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
