import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { countDaysLeft, isExpiringSoon, type FactGrouping } from "./fact-list";
import { toMemoryPath, toMessagePath } from "./memory";
import type { Fact } from "@/lib/features/memory/shape";
import { useMemoryWords } from "./use-memory-words";

type Props = { fact: Fact; grouping: FactGrouping; now: number };

/** What its group does not say: a fact's kind, since when and from where it is known, last use and end. */
export function FactAbout({ fact, grouping, now }: Props) {
  const t = useTranslations("memory");
  const { toDate } = useMemoryWords();
  const { useCount, lastUsedAt } = fact;
  const use =
    lastUsedAt === null ? t("use.never") : t("use.last", { count: useCount, date: toDate(lastUsedAt) });
  const pieces: ReactNode[] = [
    ...(grouping === "category" ? [] : [t(`category.${fact.category}`)]),
    t("since", { date: toDate(fact.createdAt) }),
    <PlaceLink key="origin" fact={fact} place={fact.source} text={t(`origin.${fact.origin}`)} />,
    <PlaceLink key="use" fact={fact} place={fact.usedIn} text={use} />,
    ...(fact.notUseful > 0 ? [t("doubted", { count: fact.notUseful })] : []),
    ...(grouping === "tier" && fact.expiresAt === null
      ? []
      : [<Expiry key="expiry" fact={fact} now={now} />]),
  ];
  return (
    // A dot stands before each piece; where a line begins it is cut off.
    <p className="-ms-4 flex flex-wrap items-center text-sm leading-6 text-quiet [clip-path:inset(-4px_-4px_-4px_12px)]">
      {pieces.map((piece, index) => (
        <span key={index} className="flex max-w-full items-center">
          <span aria-hidden="true" className="w-4 shrink-0 text-center">
            ·
          </span>
          <span className="min-w-0">{piece}</span>
          {index < pieces.length - 1 && <span className="sr-only">. </span>}
        </span>
      ))}
    </p>
  );
}

/** The way back leads to the fact. */
function PlaceLink({ fact, place, text }: { fact: Fact; place: Fact["source"]; text: string }) {
  if (place === null) return text;
  return (
    <Link
      href={toMessagePath(place)}
      prefetch={false}
      onClick={() => window.history.replaceState(null, "", toMemoryPath(fact.id))}
      className="rounded-sm underline decoration-strong/60 underline-offset-3 transition-colors duration-150 hover:text-ink hover:decoration-current pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
    >
      {text}
    </Link>
  );
}

function Expiry({ fact, now }: { fact: Fact; now: number }) {
  const t = useTranslations("memory");
  const { toDate } = useMemoryWords();
  if (fact.expiresAt === null) return t("until.good");
  if (!isExpiringSoon(fact, now)) return t("until.date", { date: toDate(fact.expiresAt) });
  return (
    <strong
      className="rounded-md bg-partly-tint px-1.5 py-0.5 font-medium text-partly"
      title={t("until.date", { date: toDate(fact.expiresAt) })}
    >
      {t("soon.left", { days: countDaysLeft(fact.expiresAt, now) })}
    </strong>
  );
}
