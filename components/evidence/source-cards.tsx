"use client";

import { PanelRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useContext, type MouseEvent } from "react";
import { SmallScale } from "./scale";
import { SourceTile } from "./source-tile";
import { useDateText } from "./use-date-text";
import { AnswerContext, OpenEvidenceContext } from "@/components/markdown/evidence-context";
import { SourcesContext } from "@/components/markdown/sources-context";
import { useSourcePlace } from "@/components/markdown/use-source-place";
import { isPlainClick } from "@/components/ui/is-plain-click";
import { chooseShownSources, type Source } from "@/lib/client/message/sources";
import type { ShownNumbers } from "@/lib/features/evidence/shape/citation-marks";

const shownAtFirst = 4;

type SourceCardsProps = { messageId: string; own: Source[]; shown: ShownNumbers };

/** What an answer rests on, numbered as it cites it. */
export function SourceCards({ messageId, own, shown }: SourceCardsProps) {
  const t = useTranslations("chat.sources");
  const tEvidence = useTranslations("evidence.sources");
  const open = useContext(OpenEvidenceContext);
  const sources = chooseShownSources(own, shown, useContext(SourcesContext));
  if (sources.length === 0) return null;
  const rest = sources.slice(shownAtFirst);
  return (
    <div>
      {open === null ? (
        <h3 className="sr-only">{t("label")}</h3>
      ) : (
        <h3>
          <button
            type="button"
            onClick={(event) => open({ kind: "sources", messageId }, event.currentTarget)}
            className="quiet-button mb-1 -ms-1.5 gap-1.5 px-1.5 text-sm font-medium text-ink"
          >
            {tEvidence("open")}
            <PanelRight size={14} aria-hidden className="text-quiet" />
          </button>
        </h3>
      )}
      <CardList {...{ messageId, shown }} sources={sources.slice(0, shownAtFirst)} />
      {rest.length > 0 && (
        <details className="mt-2">
          <summary className="w-fit rounded-lg px-1 text-sm text-quiet hover:text-ink pointer-coarse:py-2.5">
            {t("more", { count: rest.length })}
          </summary>
          <div className="mt-2">
            <CardList {...{ messageId, shown }} sources={rest} />
          </div>
        </details>
      )}
    </div>
  );
}

/** As high as the cards in one row, while the answer that cites them is written. */
export function SourceRoom() {
  return <div aria-hidden className="h-38 max-sm:h-39 pointer-coarse:h-41" />;
}

type CardListProps = Omit<SourceCardsProps, "own"> & { sources: Source[] };

function CardList({ messageId, shown, sources }: CardListProps) {
  return (
    <ul className="flex gap-2.5 max-sm:-mx-4 max-sm:snap-x max-sm:scroll-px-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-0.5 sm:grid sm:grid-cols-4">
      {sources.map((source) => (
        <li
          key={source.number}
          className="min-w-0 max-sm:w-[calc(50%-0.3125rem)] max-sm:shrink-0 max-sm:snap-start"
        >
          <Card {...{ messageId, source }} number={shown.get(source.number) ?? source.number} />
        </li>
      ))}
    </ul>
  );
}

/** `number`: as the answer shows it. */
function Card({ messageId, source, number }: { messageId: string; source: Source; number: number }) {
  const date = useDateText()(source.publishedAt, "date");
  const open = useContext(OpenEvidenceContext);
  const place = useSourcePlace()(source);
  const t = useTranslations("chat.sources");
  const marks = useContext(AnswerContext)?.marks?.filter((mark) => mark.number === source.number) ?? [];
  const { title, url, site } = source;
  const openText = (event: MouseEvent<HTMLElement>) => {
    if (open === null || !isPlainClick(event)) return;
    event.preventDefault();
    open({ kind: "text", messageId, number: source.number }, event.currentTarget);
  };
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      data-source={source.number}
      onClick={openText}
      className="flex h-29 flex-col gap-1.5 rounded-xl border border-hairline bg-raised p-3 text-small text-quiet shadow-rest transition-colors duration-150 hover:border-strong"
    >
      <span className="flex items-center gap-1.5">
        <b className="font-semibold text-accent">{number}</b>
        <SourceTile site={site} page={source.isRead && url} size="small" />
        <span dir="auto" className="truncate">
          {place === "" ? title : place}
        </span>
      </span>
      <span dir="auto" className="line-clamp-2 text-sm leading-4.75 font-medium text-ink wrap-anywhere">
        {title}
      </span>
      <span className="mt-auto flex items-center justify-between gap-2">
        <span className="truncate">{date ?? (source.isRead ? null : t("notRead"))}</span>
        <SmallScale marks={marks} />
      </span>
    </a>
  );
}
