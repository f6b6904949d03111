"use client";

import { useTranslations } from "next-intl";
import { useContext, type ComponentProps, type MouseEvent } from "react";
import type { ExtraProps } from "streamdown";
import { toNumbers } from "@/lib/features/evidence/shape/citation-place";
import { AnswerContext, OpenEvidenceContext } from "./evidence-context";
import { isPlainClick } from "@/components/ui/is-plain-click";
import { SourcesContext } from "./sources-context";
import { useSourcePlace } from "./use-source-place";

type CitationsProps = ComponentProps<"cite"> &
  ExtraProps & { "data-numbers"?: string; "data-mark"?: string; "data-stop"?: string };

/**
 * Pairs of brackets side by side. They stand behind what ends the sentence, without a blank; where not all of
 * the numbers name a source, they are the text that was written.
 */
export function Citations({
  "data-numbers": lists = "",
  "data-mark": keys = "",
  "data-stop": stop,
  children,
}: CitationsProps) {
  const sources = useContext(SourcesContext);
  const answer = useContext(AnswerContext);
  const pairs = lists.split("|").map((list, index) => ({
    numbers: toNumbers(list),
    markKey: keys.split("|")[index] || undefined,
  }));
  const cites = pairs.map(({ numbers, markKey }) =>
    numbers.every((number) => sources.has(number) || answer?.findVerdict(markKey, number) !== undefined),
  );
  if (!cites.includes(true)) return children;
  const isAll = cites.every(Boolean);
  return (
    <>
      {isAll && stop}
      {pairs.map(({ numbers, markKey }, place) =>
        cites[place] === true
          ? numbers.map((number, index) => <Citation key={`${place} ${index}`} {...{ number, markKey }} />)
          : ` [${numbers.join(", ")}]`,
      )}
      {!isAll && stop}
    </>
  );
}

type CitationProps = { number: number; markKey?: string | undefined };

/** A number with what the check found; hover or focus shows the passage (`SourceCard`), a click the text. */
function Citation({ number, markKey }: CitationProps) {
  const t = useTranslations("chat");
  const tVerdict = useTranslations("evidence.verdict");
  const toPlace = useSourcePlace();
  const source = useContext(SourcesContext).get(number);
  const answer = useContext(AnswerContext);
  const open = useContext(OpenEvidenceContext);
  const shown = answer?.shown.get(number) ?? number;
  const verdict = answer?.findVerdict(markKey, number);
  if (source === undefined)
    return (
      <span className="citation" data-verdict={verdict} title={verdict && tVerdict(verdict)}>
        {shown}
        {verdict && <span className="sr-only">. {tVerdict(verdict)}</span>}
      </span>
    );
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
