"use client";

import { ExternalLink } from "lucide-react";
import { useTranslations } from "next-intl";
import { useSourcePlace } from "@/components/markdown/use-source-place";
import { CopyButton } from "@/components/ui/copy-button";
import type { Source } from "@/lib/client/sources";
import type { LiveAddress } from "@/lib/client/text-fragment";
import type { ReadRoute } from "@/lib/protocol/evidence";
import { SourceTile } from "./source-tile";
import { useDateText } from "./use-date-text";

type About = {
  title: string;
  site: string;
  url?: string | null;
  place?: Source["place"];
  publishedAt?: string;
  retrievedAt?: string;
  route?: ReadRoute;
  contentHash?: string;
};

/** What a source is, when it was published and read, by which way, and the hash of what was read. */
export function EvidenceHead({ about }: { about: About }) {
  const t = useTranslations("evidence");
  const toDateText = useDateText();
  const toPlace = useSourcePlace();
  const { title, site, route, contentHash } = about;
  const published = toDateText(about.publishedAt, "date");
  const retrieved = toDateText(about.retrievedAt, "moment");
  const facts = [
    published && t("sources.published", { date: published }),
    retrieved && t("sources.retrieved", { date: retrieved }),
    route && t(`route.${route}`),
  ];
  return (
    <div className="flex items-start gap-3">
      <SourceTile site={site} page={about.url} />
      <div className="min-w-0 flex-1 text-sm leading-5">
        <h3 dir="auto" className="font-semibold wrap-anywhere">
          {title}
        </h3>
        <p className="text-xs text-quiet">{[toPlace(about), ...facts].filter(Boolean).join(" · ")}</p>
        {contentHash !== undefined && <ContentHash hash={contentHash} />}
      </div>
    </div>
  );
}

/** Enough of it to compare by eye; the whole is copied. */
const shownDigits = 12;

function ContentHash({ hash }: { hash: string }) {
  const t = useTranslations("evidence.text");
  return (
    <details className="text-xs text-quiet">
      <summary className="w-fit cursor-pointer rounded-sm py-1 hover:text-ink pointer-coarse:py-3">
        {t("details")}
      </summary>
      <p className="flex items-center gap-1">
        <span>
          {t("hash")} <code className="font-mono">{hash.slice(0, shownDigits)}…</code>
        </span>
        <CopyButton text={hash} label={t("copyHash")} doneLabel={t("copied")} tip="left" />
      </p>
    </details>
  );
}

/** Leads to the page as it is now. */
export function LiveLink({ live: { url, leadsTo, page } }: { live: LiveAddress }) {
  const t = useTranslations("evidence.text");
  const words = {
    ...{ page: t("live"), passage: t("livePassage"), document: t("liveDocument") },
    pdf: t("livePdf", { page: page ?? 1 }),
  };
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex w-fit items-center gap-1.5 rounded-sm text-sm text-accent underline decoration-accent/40 underline-offset-3 hover:decoration-current pointer-coarse:py-2.5"
    >
      <ExternalLink size={14} aria-hidden />
      {words[leadsTo]}
    </a>
  );
}
