"use client";

import { useTranslations } from "next-intl";
import { useContext } from "react";
import { SourcesContext } from "./sources-context";

/** A small number that opens its source; hovering or focusing it shows the passage (see `SourceCard`). */
export function Citation({ number }: { number: number }) {
  const t = useTranslations("chat");
  const source = useContext(SourcesContext).get(number);
  if (source === undefined) return `[${number}]`;
  return (
    <a
      className="citation"
      href={source.url}
      target="_blank"
      rel="noopener noreferrer"
      data-source={number}
      aria-label={t("sources.cited", { number, title: source.title, site: source.site })}
    >
      {number}
    </a>
  );
}
