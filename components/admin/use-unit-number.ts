import { useFormatter, useTranslations } from "next-intl";

/** Writes a limit: a number, an amount of cents, or that there is none. */
export function useUnitNumber(): (value: number | null, unit: "count" | "cents") => string {
  const t = useTranslations("admin");
  const format = useFormatter();
  return (value, unit) => {
    if (value === null) return t("limit.none");
    return unit === "cents" ? t("units.cents", { value: format.number(value) }) : format.number(value);
  };
}
