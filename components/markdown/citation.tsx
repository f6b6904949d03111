"use client";

import { useTranslations } from "next-intl";
import { useContext, type MouseEvent } from "react";
import { AnswerContext, OpenEvidenceContext } from "./evidence-context";
import { isPlainClick } from "@/components/ui/is-plain-click";
import { SourcesContext } from "./sources-context";
import { useSourcePlace } from "./use-source-place";

type CitationProps = { number: number; markKey?: string | undefined };

/** A number with what the check found; hover or focus shows the passage (`SourceCard`), a click the text. */
export function Citation({ number, markKey }: CitationProps) {
  const t = useTranslations("chat");
  const tVerdict = useTranslations("evidence.verdict");
  const toPlace = useSourcePlace();
  const source = useContext(SourcesContext).get(number);
  const answer = useContext(AnswerContext);
  const open = useContext(OpenEvidenceContext);
  const shown = answer?.shown.get(number) ?? number;
  const verdict = answer?.findVerdict(markKey, number);
  if (source === undefined) {
    if (verdict === undefined) return `[${shown}]`;
    return (
      <span className="citation" data-verdict={verdict} title={tVerdict(verdict)}>
        {shown}
        <span className="sr-only">. {tVerdict(verdict)}</span>
      </span>
    );
  }
  const cited = t("sources.cited", { number: shown, title: source.title, site: toPlace(source) });
  const openText = (event: MouseEvent<HTMLElement>) => {
    if (open === null || answer === null || !isPlainClick(event)) return;
    event.preventDefault();
    open({ kind: "text", messageId: answer.messageId, number, markKey }, event.currentTarget);
  };
  return (
    <a
      className="citation"
      href={source.url}
      target="_blank"
      rel="noopener noreferrer"
      data-source={number}
      data-mark={markKey}
      data-verdict={verdict}
      aria-label={verdict === undefined ? cited : `${cited}. ${tVerdict(verdict)}`}
      onClick={openText}
    >
      {shown}
    </a>
  );
}
