"use client";

import { useFormatter, useTranslations } from "next-intl";

/** Gives a function that writes a time span in the person's words: "0.8 s", "11 s", "1 min 5 s". */
export function useDurationText(): (ms: number) => string {
  const t = useTranslations("chat.trail");
  const format = useFormatter();
  return (ms) => {
    const seconds = Math.max(0, ms) / 1000;
    if (seconds < 0.05) return t("instant");
    if (seconds < 9.95) return t("seconds", { value: format.number(seconds, { maximumFractionDigits: 1 }) });
    const whole = Math.round(seconds);
    if (whole < 60) return t("seconds", { value: format.number(whole) });
    return t("minutes", { minutes: Math.floor(whole / 60), seconds: whole % 60 });
  };
}
