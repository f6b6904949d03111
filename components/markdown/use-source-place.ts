import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { isHandbookPath } from "@/lib/client/document-address";
import type { Source } from "@/lib/client/message/sources";

type Placed = Pick<Source, "site" | "title"> & {
  url?: string | null | undefined;
  place?: Source["place"] | undefined;
};

/** Where a source is: its site, or the page and heading of a document, whose title stands beside it. */
export function useSourcePlace(): (source: Placed) => string {
  const t = useTranslations("evidence.sources");
  return useCallback(
    ({ site, title, url, place }) => {
      const headings = (place?.heading ?? "").split(" › ");
      if (headings[0] === title) headings.shift();
      return [
        isHandbookPath(url ?? "") ? t("handbook") : site,
        place?.page === undefined ? "" : t("page", { page: place.page }),
        headings.join(" › "),
      ]
        .filter((part) => part !== "")
        .join(" · ");
    },
    [t],
  );
}
