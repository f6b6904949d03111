import { useLocale, useTranslations } from "next-intl";
import type { DayGroup } from "./group-by-day";

export const groupHeadingClasses = "px-2 pb-1 text-xs leading-5 font-medium text-quiet";

/** What a group of conversations is called; `year` is the one that needs not be said. */
export function useGroupName(): (group: Pick<DayGroup, "kind" | "key">, year: number) => string {
  const t = useTranslations("shell");
  const locale = useLocale();
  return ({ kind, key }, year) => {
    if (kind !== "month") return t(kind);
    const format = new Intl.DateTimeFormat(locale, {
      timeZone: "UTC",
      month: "long",
      ...(key.startsWith(`${year}-`) ? {} : { year: "numeric" }),
    });
    return format.format(Date.parse(`${key}-15`));
  };
}
