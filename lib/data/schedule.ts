import { DateTime } from "luxon";
import type { Schedule } from "@/lib/features/workflows/shape/workflows";

const hourMs = 3_600_000;

/**
 * The first time behind `after` that the schedule names, in milliseconds since 1970. Hours count on from
 * `last`, the time that was due before; days and weeks are those of the time zone. A time that the change to
 * summer time leaves out comes as much later.
 */
export function toNextTime(
  schedule: Schedule,
  { timezone, after, last }: { timezone: string; after: number; last: number | null },
): number {
  if (schedule.kind === "hours") {
    const step = schedule.every * hourMs;
    const from = last ?? after;
    return from + step * Math.max(1, Math.floor((after - from) / step) + 1);
  }
  const [hour = 0, minute = 0] = schedule.at.split(":").map(Number);
  const today = DateTime.fromMillis(after, { zone: timezone });
  for (let days = 0; days <= 8; days += 1) {
    const time = today.plus({ days }).set({ hour, minute, second: 0, millisecond: 0 });
    // Luxon calls Sunday the seventh day.
    const isDay = schedule.kind === "daily" || time.weekday % 7 === schedule.day;
    if (isDay && time.toMillis() > after) return time.toMillis();
  }
  throw new Error("A schedule has a time within eight days.");
}
