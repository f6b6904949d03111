"use client";

import { ExternalLink } from "lucide-react";
import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/copy-button";
import type { LiveAddress } from "./text-fragment";
import type { EvidenceReply } from "@/lib/features/evidence/shape/evidence";
import { useDateText } from "./use-date-text";

type SourceFacts = Pick<EvidenceReply, "publishedAt" | "retrievedAt" | "route" | "contentHash">;

/** When a source was read, by which way, when it was published, and the hash of what was read. */
export function EvidenceHead({ about }: { about: Partial<SourceFacts> }) {
  const t = useTranslations("evidence");
  const toDateText = useDateText();
  const published = toDateText(about.publishedAt, "date");
  const retrieved = toDateText(about.retrievedAt, "moment");
  const facts = [
    retrieved && t("text.asRead", { date: retrieved }),
    about.route && t(`route.${about.route}`),
    published && t("sources.published", { date: published }),
  ].filter(Boolean);
  return (
    <div className="text-small text-quiet empty:hidden">
      {facts.length > 0 && <p>{facts.join(" · ")}</p>}
      {about.contentHash !== undefined && <ContentHash hash={about.contentHash} />}
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
        <CopyButton text={hash} label={t("copyHash")} doneLabel={t("copied")} tip="end" />
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
