import type { DateTime } from "luxon";
import { AppError } from "@/lib/errors";

/** Which days nobody works, beside Saturday and Sunday. */
export type Calendar = { place: string; isHoliday: (day: DateTime) => boolean };

/**
 * Public holidays of a country, or of a part of it: `DE`, `DE-BY`. The list of all countries is large: it is
 * loaded when one is asked for.
 */
export async function openCalendar(place: string): Promise<Calendar> {
  const { default: Holidays } = await import("date-holidays");
  const [country = "", state] = place.split("-");
  const known = new Holidays();
  const isKnown = Object.hasOwn(known.getCountries(), country);
  if (!isKnown || (state !== undefined && !Object.hasOwn(known.getStates(country) ?? {}, state)))
    throw new AppError(
      "invalid_request",
      `country: there is no list of public holidays for "${place}". Leave it out to count weekdays.`,
    );
  const list = state === undefined ? new Holidays(country) : new Holidays(country, state);
  const years = new Map<number, Set<string>>();
  return {
    place,
    isHoliday(day) {
      let days = years.get(day.year);
      if (days === undefined) years.set(day.year, (days = listDays(list.getHolidays(day.year, "en"))));
      return days.has(day.toFormat("yyyy-MM-dd"));
    },
  };
}

const dayMs = 86_400_000;

type Holiday = { date: string; start: Date; end: Date; type: string };

/** Every day on which a public holiday is kept, also those that last for several. */
function listDays(holidays: readonly Holiday[]): Set<string> {
  return new Set(
    holidays
      .filter(({ type }) => type === "public")
      .flatMap(({ date, start, end }) => {
        const first = Date.parse(date.slice(0, 10));
        const count = Math.max(1, Math.round((end.getTime() - start.getTime()) / dayMs));
        return Array.from({ length: count }, (_empty, index) =>
          new Date(first + index * dayMs).toISOString().slice(0, 10),
        );
      }),
  );
}

/** Days are walked one by one. */
const mostDays = 40_000;

/**
 * Working days after `from` up to and including `to`; negative when `to` lies before. `holidays` fell on
 * weekdays.
 */
export function countBusinessDays(
  from: DateTime,
  to: DateTime,
  calendar: Calendar,
): { days: number; holidays: number } {
  const [first, last, sign] = to < from ? [to, from, -1] : [from, to, 1];
  if (last.diff(first, "days").days > mostDays) throw tooFar();
  let days = 0;
  let holidays = 0;
  for (let day = first.plus({ days: 1 }); day <= last; day = day.plus({ days: 1 })) {
    if (day.weekday > 5) continue;
    if (calendar.isHoliday(day)) holidays += 1;
    else days += 1;
  }
  return { days: days === 0 ? 0 : sign * days, holidays };
}

/** The working day that lies so many working days away, and the holidays on weekdays that were passed. */
export function shiftBusinessDays(
  from: DateTime,
  amount: number,
  calendar: Calendar,
): { day: DateTime; holidays: number } {
  let day = from;
  let holidays = 0;
  let walked = 0;
  for (let left = Math.abs(amount); left > 0; walked += 1) {
    if (walked > mostDays) throw tooFar();
    day = day.plus({ days: Math.sign(amount) });
    if (day.weekday > 5) continue;
    if (calendar.isHoliday(day)) holidays += 1;
    else left -= 1;
  }
  return { day, holidays };
}

/** What a result says of the holidays that it left out. */
export function writeHolidays(holidays: number, { place }: Calendar): string {
  return `without ${holidays} public ${holidays === 1 ? "holiday" : "holidays"} in ${place}`;
}

function tooFar(): AppError {
  return new AppError("invalid_request", "expression: business days are counted over 100 years at most.");
}
