"use client";

import { FileDown } from "lucide-react";
import { useTranslations } from "next-intl";

/** Over everything while files are held above the page: they may be let go anywhere. */
export function DropTarget() {
  const t = useTranslations("documents.drop");
  return (
    <div className="pointer-events-none fixed inset-0 z-40 bg-paper/85 p-4">
      <div className="flex h-full flex-col items-center justify-center gap-2 rounded-xl border-2 border-dashed border-accent p-6 text-center">
        <FileDown size={28} aria-hidden className="text-accent" />
        <p className="text-lg font-medium">{t("title")}</p>
        <p className="max-w-md text-sm leading-5 text-pretty text-quiet">{t("kinds")}</p>
      </div>
    </div>
  );
}
