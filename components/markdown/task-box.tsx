"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import type { ExtraProps } from "streamdown";

/** The box of a task in a list, which tells whether it is done and cannot be changed. */
export function TaskBox({ checked = false }: ComponentProps<"input"> & ExtraProps) {
  const t = useTranslations("chat.task");
  return <input type="checkbox" checked={checked} disabled aria-label={checked ? t("done") : t("open")} />;
}
