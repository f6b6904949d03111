import { Check, Ellipsis, Minus } from "lucide-react";
import { useTranslations } from "next-intl";
import { SourceTile } from "@/components/evidence/source-tile";
import { joinClasses } from "@/components/ui/class-names";
import type { FoundPage } from "@/lib/client/message/found-pages";

const shownAtMost = 4;

const looks = {
  found: { Sign: null, tone: "border-hairline" },
  reading: { Sign: Ellipsis, tone: "border-mark bg-tint" },
  read: { Sign: Check, tone: "border-good/50" },
  refused: { Sign: Minus, tone: "border-dashed border-strong text-quiet" },
} as const;

/** The pages that were found, in one row; two on the phone. */
export function FoundChips({ pages }: { pages: FoundPage[] }) {
  const t = useTranslations("chat.work");
  const rest = pages.length - shownAtMost;
  return (
    <ul
      aria-label={t("pages")}
      className="flex h-[66px] flex-wrap content-start gap-1.5 overflow-hidden sm:h-7"
    >
      {pages.slice(0, shownAtMost).map(({ url, site, name, state }) => {
        const { Sign, tone } = looks[state];
        return (
          <li
            key={url}
            title={name}
            className={joinClasses(
              "flex h-7 max-w-32 items-center gap-1.5 rounded-full border ps-1 pe-2.5 text-small transition-colors duration-120 sm:max-w-36",
              tone,
            )}
          >
            <SourceTile site={site} size="small" />
            <span dir="auto" className="min-w-0 truncate">
              {name}
            </span>
            {state !== "found" && <span className="sr-only">{t(state)}</span>}
            {Sign !== null && <Sign size={14} aria-hidden className="shrink-0" />}
          </li>
        );
      })}
      {rest > 0 && (
        <li className="flex h-7 items-center rounded-full border border-hairline px-2 text-small text-quiet">
          +{rest}
        </li>
      )}
    </ul>
  );
}
