"use client";

import { useTranslations } from "next-intl";
import type { Ref } from "react";

type ExchangeProps = { question: string; answer: string; ref: Ref<HTMLElement> };

/** A question of the agent and what came of it. */
export function Exchange({ question, answer, ref }: ExchangeProps) {
  const t = useTranslations("consent.done");
  return (
    <dl
      ref={ref as Ref<HTMLDListElement>}
      tabIndex={-1}
      className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-lg text-sm leading-5"
    >
      <dt className="text-quiet">Sextant</dt>
      <dd dir="auto" className="wrap-anywhere">
        {question}
      </dd>
      <dt className="text-quiet">{t("you")}</dt>
      <dd dir="auto" className="font-medium wrap-anywhere">
        {answer}
      </dd>
    </dl>
  );
}
