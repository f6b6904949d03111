"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useContext } from "react";
import { SourcesContext } from "@/components/markdown/sources-context";
import { chooseShownSources, type Source } from "@/lib/client/sources";

const shownAtFirst = 6;

/** What an answer rests on, numbered as it cites it. */
export function SourceChips({ own, answer }: { own: Source[]; answer: string }) {
  const t = useTranslations("chat.sources");
  const sources = chooseShownSources(own, answer, useContext(SourcesContext));
  if (sources.length === 0) return null;
  const rest = sources.slice(shownAtFirst);
  return (
    <div>
      <h3 className="sr-only">{t("label")}</h3>
      <ChipList sources={sources.slice(0, shownAtFirst)} />
      {rest.length > 0 && (
        <details className="mt-2">
          <summary className="w-fit rounded-lg px-1 text-sm text-quiet hover:text-ink pointer-coarse:py-2.5">
            {t("more", { count: rest.length })}
          </summary>
          <div className="mt-2">
            <ChipList sources={rest} />
          </div>
        </details>
      )}
    </div>
  );
}

function ChipList({ sources }: { sources: Source[] }) {
  return (
    <ul className="flex flex-wrap gap-2">
      {sources.map((source) => (
        <li key={source.number} className="max-w-full">
          <Chip source={source} />
        </li>
      ))}
    </ul>
  );
}

function Chip({ source }: { source: Source }) {
  const date = useSourceDate(source.publishedAt);
  const { number, title, site, url } = source;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      data-source={number}
      className="flex max-w-full items-center gap-2 rounded-lg border border-hairline bg-raised py-1 ps-1.5 pe-2.5 text-xs leading-5 transition-colors duration-150 hover:border-strong sm:max-w-84 pointer-coarse:py-2.5"
    >
      <span className="inline-flex h-5 min-w-5 items-center justify-center rounded-md bg-tint px-1 font-semibold text-accent">
        {number}
      </span>
      <span dir="auto" className="truncate text-ink">
        {title}
      </span>
      {site !== title && <span className="max-w-36 shrink-0 truncate text-quiet">{site}</span>}
      {date !== null && <span className="shrink-0 text-quiet">{date}</span>}
    </a>
  );
}

function useSourceDate(publishedAt: string | undefined): string | null {
  const format = useFormatter();
  const date = new Date(publishedAt ?? "");
  return Number.isNaN(date.getTime()) ? null : format.dateTime(date, { dateStyle: "medium", timeZone: "UTC" });
}
