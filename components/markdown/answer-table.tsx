"use client";

import { useTranslations } from "next-intl";
import { useRef, type ComponentProps } from "react";
import type { ExtraProps } from "streamdown";
import { CopyButton } from "@/components/ui/copy-button";
import { scrollable } from "@/components/ui/scrollable";
import { toCsv } from "@/components/ui/to-csv";
import { readRows } from "./read-rows";

/** A table that scrolls by itself, also by keyboard, when it is wider than the text, and can be copied. */
export function AnswerTable({ children }: ComponentProps<"table"> & ExtraProps) {
  const t = useTranslations("chat");
  const table = useRef<HTMLTableElement>(null);
  const write = () => (table.current === null ? "" : toCsv(readRows(table.current)));
  return (
    <div className="table-frame">
      <div className="code-head">
        <span>{t("table")}</span>
        <CopyButton text={write} label={t("copyTable")} doneLabel={t("copied")} tip="left" />
      </div>
      <div role="region" aria-label={t("table")} {...scrollable}>
        <table ref={table}>{children}</table>
      </div>
    </div>
  );
}
