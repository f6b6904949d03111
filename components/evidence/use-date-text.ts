"use client";

import { useFormatter } from "next-intl";
import { useCallback } from "react";

/** A date as it was printed, or a moment in the person's own time; `null` for what is neither. */
export function useDateText(): (iso: string | undefined, kind: "date" | "moment") => string | null {
  const format = useFormatter();
  return useCallback(
    (iso, kind) => {
      const date = new Date(iso ?? "");
      if (Number.isNaN(date.getTime())) return null;
      return kind === "date"
        ? format.dateTime(date, { dateStyle: "medium", timeZone: "UTC" })
        : format.dateTime(date, { dateStyle: "medium", timeStyle: "short" });
    },
    [format],
  );
}
