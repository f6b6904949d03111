import { useTranslations } from "next-intl";
import { listEarlier } from "@/lib/client/fact-chain";
import type { Fact } from "@/lib/protocol/memories";
import type { MemoryView } from "./memory-view";
import { useMemoryWords } from "./use-memory-words";

/** What a fact was before it became what it is. Nothing where it never was otherwise. */
export function FactChain({ fact, view }: { fact: Fact; view: MemoryView }) {
  const t = useTranslations("memory");
  const { toDate } = useMemoryWords();
  const earlier = listEarlier(fact, view.reply.history);
  if (earlier.length === 0) return null;
  return (
    <details className="text-sm leading-6">
      <summary className="w-fit rounded-sm text-quiet hover:text-ink pointer-coarse:py-2.5">
        {t("chain.open")}
      </summary>
      <ol className="mt-1 grid gap-2 border-s-2 border-hairline ps-3">
        {earlier.map((ended) => (
          <li key={`${ended.id} ${ended.endedAt}`}>
            <span className="text-quiet">{t("chain.before")}: </span>
            <span dir="auto" className="wrap-anywhere">
              {ended.content}
            </span>
            <span className="block text-quiet">
              {t(`history.${ended.why}`, { date: toDate(ended.endedAt) })}
            </span>
          </li>
        ))}
        <li>
          <span className="text-quiet">{t("chain.now")}: </span>
          <span dir="auto" className="font-medium wrap-anywhere">
            {fact.content}
          </span>
        </li>
      </ol>
    </details>
  );
}
