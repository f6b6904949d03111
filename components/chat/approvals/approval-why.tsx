"use client";

import { useFormatter, useTranslations } from "next-intl";
import { WebLink } from "@/components/markdown/web-link";
import type { Approval } from "@/lib/client/approvals";
import { toSite } from "@/lib/client/sources";
import type { ApprovalPage } from "@/lib/protocol/approvals";

const shownAtFirst = 2;

/** Why a call waits, and which pages were read before it was asked for. */
export function ApprovalWhy({
  approval: { reason, details, pages },
}: {
  approval: Pick<Approval, "reason" | "details" | "pages">;
}) {
  const t = useTranslations("consent.why");
  const format = useFormatter();
  const quoted = format.list(details.map((word) => `“${word}”`));
  const why =
    reason === "query"
      ? t("query", { words: quoted })
      : reason === "address"
        ? t("address", { addresses: quoted })
        : t(reason);
  const more = pages.slice(shownAtFirst);
  return (
    <div className="flex flex-col gap-1.5 text-sm leading-5 text-quiet">
      <p className="wrap-anywhere">{why}</p>
      {pages.length > 0 && (
        <div className="flex flex-col gap-1">
          <h4 className="text-xs font-semibold">{t("pages")}</h4>
          <Pages pages={pages.slice(0, shownAtFirst)} />
          {more.length > 0 && (
            <details>
              <summary className="w-fit rounded-lg text-xs hover:text-ink pointer-coarse:py-3">
                {t("morePages", { count: more.length })}
              </summary>
              <Pages pages={more} />
            </details>
          )}
        </div>
      )}
    </div>
  );
}

function Pages({ pages }: { pages: ApprovalPage[] }) {
  return (
    <ul className="flex flex-col gap-1">
      {pages.map(({ title, url, number }) => (
        <li key={url} className="flex min-w-0 items-baseline gap-2">
          {number !== undefined && (
            <span className="shrink-0 rounded-md bg-tint px-1 text-xs font-semibold text-accent">
              {number}
            </span>
          )}
          <span className="min-w-0 wrap-anywhere">
            <WebLink
              href={url}
              className="text-accent underline underline-offset-2 pointer-coarse:inline-block pointer-coarse:py-2"
            >
              {title}
            </WebLink>
            {title !== toSite(url) && ` · ${toSite(url)}`}
          </span>
        </li>
      ))}
    </ul>
  );
}
