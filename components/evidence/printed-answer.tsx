"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { AnswerContext, type CitedAnswer } from "@/components/markdown/evidence-context";
import { Markdown } from "@/components/markdown/markdown";
import { SourcesContext } from "@/components/markdown/sources-context";
import {
  toShownAnswer,
  type AnswerEvidence,
  type AnswerQuote,
  type AnswerSource,
} from "@/lib/features/evidence/shape/answer-evidence";
import { toShownNumbers } from "@/lib/features/evidence/shape/citation-marks";
import { PrintFrame } from "./print-frame";
import { Legend, SealSentence } from "./seal-legend";
import { useDateText } from "./use-date-text";
import { findCitedClaim } from "@/lib/client/message/claims";
import { toPlainPassage } from "@/lib/client/plain-passage";

/** For paper: question, answer with its numbers, and what stands behind each. */
export function PrintedAnswer({ answer }: { answer: AnswerEvidence }) {
  const t = useTranslations("evidence.print");
  const tChat = useTranslations("chat");
  const toDateText = useDateText();
  const sources = useMemo(
    () =>
      new Map(answer.sources.map(({ number, url, title, site }) => [number, { number, url, title, site }])),
    [answer.sources],
  );
  const cited = useCited(answer);
  const { sources: numbered, marks = [] } = useMemo(() => toShownAnswer(answer), [answer]);
  const answeredAt = toDateText(answer.answeredAt, "moment");
  return (
    <PrintFrame
      conversationId={answer.conversationId}
      title={answer.question ?? answer.title}
      about={answeredAt === null ? null : t("answered", { date: answeredAt })}
    >
      <SealSentence marks={marks} />
      <SourcesContext value={sources}>
        <AnswerContext value={cited}>
          <h2 className="sr-only">{tChat("answered")}</h2>
          <Markdown
            text={answer.answer}
            isStreaming={false}
            markKeys={answer.claims === null ? null : answer.pairs.map(({ key }) => key)}
          />
        </AnswerContext>
      </SourcesContext>
      <Legend marks={marks} />
      {answer.sources.length > 0 && (
        <section className="mt-8 border-t border-hairline pt-5">
          <h2 className="mb-3 text-base font-semibold">{t("sources")}</h2>
          <ol className="flex flex-col gap-5">
            {numbered.map((source) => (
              <li key={source.number}>
                <PrintedSource source={source} />
              </li>
            ))}
          </ol>
        </section>
      )}
    </PrintFrame>
  );
}

/** What the check says of each number in the text. */
function useCited({ messageId, answer, claims, sources }: AnswerEvidence): CitedAnswer {
  return useMemo(
    () => ({
      messageId,
      shown: toShownNumbers(answer, (number) => sources.some((source) => source.number === number)),
      findVerdict: (markKey, number) => findCitedClaim(claims, markKey, number)?.source.verdict,
    }),
    [messageId, answer, claims, sources],
  );
}

/** A source as a reader of paper needs it: its address in full, its times, its hash, and the passages. */
function PrintedSource({ source }: { source: AnswerSource }) {
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
