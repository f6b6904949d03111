"use client";

import { useTranslations } from "next-intl";
import { toPlainPassage } from "@/lib/client/plain-passage";
import type { AnswerQuote, AnswerSource } from "@/lib/protocol/answer-evidence";
import { useDateText } from "./use-date-text";

/** A source as a reader of paper needs it: its address in full, its times, its hash, and the passages. */
export function PrintedSource({ source }: { source: AnswerSource }) {
  const t = useTranslations("evidence");
  const toDateText = useDateText();
  const { number, title, site, url, route, contentHash, quotes } = source;
  const published = toDateText(source.publishedAt, "date");
  const retrieved = contentHash === null ? null : toDateText(source.retrievedAt, "moment");
  const facts = [
    site,
    published && t("sources.published", { date: published }),
    retrieved === null ? t("sources.notRead") : t("sources.retrieved", { date: retrieved }),
    route && t(`route.${route}`),
  ];
  return (
    <div className="break-inside-avoid text-sm leading-5">
      <p className="font-semibold">
        <span className="text-accent">[{number}]</span> <span dir="auto">{title}</span>
      </p>
      <p className="text-xs text-quiet">{facts.filter(Boolean).join(" · ")}</p>
      <p className="text-xs wrap-anywhere text-quiet">{url}</p>
      {contentHash !== null && (
        <p className="text-xs wrap-anywhere text-quiet">
          {t("text.hash")} <code className="font-mono">{contentHash}</code>
        </p>
      )}
      {quotes.map((quote, index) => (
        <PrintedQuote key={index} quote={quote} />
      ))}
    </div>
  );
}

function PrintedQuote({ quote: { sentence, verdict, quote } }: { quote: AnswerQuote }) {
  const t = useTranslations("evidence");
  return (
    <div className="mt-2 border-s-2 border-hairline ps-3">
      {quote !== null && <blockquote dir="auto">{toPlainPassage(quote)}</blockquote>}
      <p dir="auto" className="mt-0.5 text-xs text-quiet">
        <span aria-hidden className="verdict-sign me-1.5" data-verdict={verdict} />
        {t("print.said", { verdict: t(`verdict.${verdict}`), sentence })}
      </p>
    </div>
  );
}
