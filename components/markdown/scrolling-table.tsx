"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import type { ExtraProps } from "streamdown";
import { scrollable } from "@/components/ui/scrollable";

/** A table that scrolls by itself, also by keyboard, when it is wider than the text. */
export function ScrollingTable({ children }: ComponentProps<"table"> & ExtraProps) {
  const t = useTranslations("chat");
  return (
    <div className="table-frame" role="region" aria-label={t("table")} {...scrollable}>
      <table>{children}</table>
    </div>
  );
}
