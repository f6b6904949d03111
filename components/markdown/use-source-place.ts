import { useTranslations } from "next-intl";
import { useCallback } from "react";
import type { Source } from "@/lib/client/sources";

type Placed = { site: string; place?: Source["place"] | undefined };

/** Where a source is: its site, or the page and heading of a document. */
export function useSourcePlace(): (source: Placed) => string {
  const t = useTranslations("evidence.sources");
  return useCallback(
    ({ site, place }) =>
      [site, place?.page === undefined ? "" : t("page", { page: place.page }), place?.heading ?? ""]
        .filter((part) => part !== "")
        .join(" · "),
    [t],
  );
}
