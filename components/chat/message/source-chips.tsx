"use client";

import { PanelRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useContext, type MouseEvent } from "react";
import { OpenEvidenceContext } from "@/components/markdown/evidence-context";
import { isPlainClick } from "@/components/ui/is-plain-click";
import { useDateText } from "@/components/evidence/use-date-text";
import { SourcesContext } from "@/components/markdown/sources-context";
import { useSourcePlace } from "@/components/markdown/use-source-place";
import { chooseShownSources, type Source } from "@/lib/client/sources";

const shownAtFirst = 6;

/** What an answer rests on, numbered as it cites it. */
export function SourceChips({
  messageId,
  own,
  answer,
}: {
  messageId: string;
  own: Source[];
  answer: string;
}) {
  const t = useTranslations("chat.sources");
  const tEvidence = useTranslations("evidence.sources");
  const open = useContext(OpenEvidenceContext);
  const sources = chooseShownSources(own, answer, useContext(SourcesContext));
  if (sources.length === 0) return null;
  const rest = sources.slice(shownAtFirst);
  return (
    <div>
      <h3 className="sr-only">{t("label")}</h3>
      <div className="flex flex-wrap gap-2">
        {open !== null && (
          <button
            type="button"
            onClick={(event) => open({ kind: "sources", messageId }, event.currentTarget)}
            className="inline-flex items-center gap-1.5 rounded-lg border border-hairline bg-raised px-2.5 py-1 text-xs leading-5 font-medium transition-colors duration-150 hover:border-strong pointer-coarse:py-2.5"
          >
            <PanelRight size={14} aria-hidden className="text-quiet" />
            {tEvidence("open")}
          </button>
        )}
        <ChipList messageId={messageId} sources={sources.slice(0, shownAtFirst)} />
      </div>
      {rest.length > 0 && (
        <details className="mt-2">
          <summary className="w-fit rounded-lg px-1 text-sm text-quiet hover:text-ink pointer-coarse:py-2.5">
            {t("more", { count: rest.length })}
          </summary>
          <div className="mt-2">
            <ChipList messageId={messageId} sources={rest} />
          </div>
        </details>
      )}
    </div>
  );
}

function ChipList({ messageId, sources }: { messageId: string; sources: Source[] }) {
  return (
    <ul className="contents">
      {sources.map((source) => (
        <li key={source.number} className="max-w-full">
          <Chip messageId={messageId} source={source} />
        </li>
      ))}
    </ul>
  );
}

function Chip({ messageId, source }: { messageId: string; source: Source }) {
  const date = useDateText()(source.publishedAt, "date");
  const open = useContext(OpenEvidenceContext);
  const { number, title, url } = source;
  const site = useSourcePlace()(source);
  const openText = (event: MouseEvent<HTMLElement>) => {
    if (open === null || !isPlainClick(event)) return;
    event.preventDefault();
    open({ kind: "text", messageId, number }, event.currentTarget);
  };
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      data-source={number}
      onClick={openText}
      className="flex max-w-full items-center gap-2 rounded-lg border border-hairline bg-raised py-1 ps-1.5 pe-2.5 text-xs leading-5 transition-colors duration-150 hover:border-strong sm:max-w-84 pointer-coarse:py-2.5"
    >
      <span className="inline-flex h-5 min-w-5 items-center justify-center rounded-md bg-tint px-1 font-semibold text-accent">
        {number}
      </span>
      <span dir="auto" className="truncate text-ink">
        {title}
      </span>
      {site !== title && site !== "" && <span className="max-w-36 shrink-0 truncate text-quiet">{site}</span>}
      {date !== null && <span className="shrink-0 text-quiet">{date}</span>}
    </a>
  );
}
