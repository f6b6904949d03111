"use client";

import { useTranslations } from "next-intl";

/** What the person said to the reply while it was made, where it was read. */
export function SteeringQuote({ text }: { text: string }) {
  const t = useTranslations("chat");
  return (
    <blockquote className="border-s-2 border-mark ps-3 text-sm leading-5 text-quiet">
      <p className="text-xs">{t("steered")}</p>
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-ink">
        {text}
      </p>
    </blockquote>
  );
}
