import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { showToast } from "@/components/ui/toast";
import type { Selected, Selection } from "./selection";

/** Several conversations at once. What draws it is loaded with its first use. */
export function useSelection(lists: Selection["lists"]): Selection {
  const t = useTranslations("errors");
  const [selected, change] = useState<Selected | null>(null);
  return useMemo(
    () => ({
      ...{ selected, lists, change },
      start(id) {
        import("./selection-bar").then(
          () => change({ ids: [id], last: id }),
          () => showToast({ text: t("unreachable"), isFailure: true }),
        );
      },
    }),
    [selected, lists, t],
  );
}
