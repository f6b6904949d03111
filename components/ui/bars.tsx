import { useFormatter } from "next-intl";

type Day = { day: string };
type Props<DAY> = {
  label: string;
  days: readonly DAY[];
  toValue: (day: DAY) => number;
  /** What a bar shows; `date` is its day as people write it. */
  say: (day: DAY, date: string) => string;
  /** Stands between the first day and the last, for the highest bar. */
  note?: (most: number) => string;
};

/** A bar for each day; what it shows is said with it. */
export function Bars<DAY extends Day>({ label, days, toValue, say, note }: Props<DAY>) {
  const format = useFormatter();
  const most = Math.max(1, ...days.map(toValue));
  const write = (day = "") =>
    format.dateTime(new Date(day), { timeZone: "UTC", month: "short", day: "numeric" });
  return (
    <>
      <ol aria-label={label} className="flex h-28 items-end gap-0.5 border-b border-hairline sm:gap-1">
        {days.map((day) => {
          const text = say(day, write(day.day));
          const value = toValue(day);
          return (
            <li key={day.day} title={text} className="flex h-full min-w-0 flex-1 items-end">
              <span className="sr-only">{text}</span>
              <span
                aria-hidden
                className="w-full rounded-t-sm bg-series-1"
                style={{ height: value === 0 ? 0 : `max(3px, ${(value / most) * 100}%)` }}
              />
            </li>
          );
        })}
      </ol>
      <p aria-hidden className="flex justify-between pt-1 text-small text-quiet tabular-nums">
        <span>{write(days[0]?.day)}</span>
        {note && <span>{note(most)}</span>}
        <span>{write(days.at(-1)?.day)}</span>
      </p>
    </>
  );
}
