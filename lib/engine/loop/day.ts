/** Making a formatter costs more than using it; there are only so many zones. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** The day where the person is, as `2026-11-20`; an unknown zone counts as UTC. */
export function toDay(now: number, timezone = "UTC"): { date: string; timezone: string } {
  try {
    const formatter =
      formatters.get(timezone) ??
      new Intl.DateTimeFormat("en-CA", { timeZone: timezone, dateStyle: "short" });
    formatters.set(timezone, formatter);
    return { date: formatter.format(now), timezone };
  } catch {
    return { date: new Date(now).toISOString().slice(0, 10), timezone: "UTC" };
  }
}
