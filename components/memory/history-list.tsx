import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { findSuccessor } from "./fact-chain";
import type { EndedFact } from "@/lib/features/memory/shape";
import { keepFocus } from "./keep-focus";
import type { MemoryView } from "./fact-row";
import { useMemoryWords } from "./use-memory-words";

const shownAtFirst = 20;

/** `openFactId`: what the page was opened for is shown at once. */
type Props = {
  view: MemoryView;
  openFactId: string | null;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  onClear: () => void;
};

/** What is no longer in force, newest first: why, since when, and what came after it. */
export function HistoryList({ view, openFactId, isOpen, onToggle, onClear }: Props) {
  const t = useTranslations("memory");
  const list = useRef<HTMLUListElement>(null);
  const { history } = view.reply;
  const [shown, setShown] = useState(() =>
    Math.max(shownAtFirst, history.findIndex(({ id }) => id === openFactId) + 1),
  );
  const rest = history.length - shown;
  return (
    <details
      open={isOpen}
      onToggle={(event) => onToggle(event.currentTarget.open)}
      className="mt-8 border-t border-hairline pt-4"
    >
      <summary className="w-fit rounded-sm text-lg font-semibold pointer-coarse:py-2">
        <h2 className="inline">{t("history.title")}</h2>{" "}
        <span className="text-sm font-normal text-quiet">
          {t("history.count", { count: history.length })}
        </span>
      </summary>
      <p className="pt-2 text-sm leading-5 text-quiet">
        {t(history.length === 0 ? "history.empty" : "history.help")}
      </p>
      {history.length > 0 && (
        <>
          <ul ref={list} className="pt-1">
            {history.slice(0, shown).map((ended) => (
              <Ended key={`${ended.id} ${ended.endedAt}`} ended={ended} view={view} />
            ))}
          </ul>
          <div className="flex flex-wrap justify-between gap-2 pt-2">
            {rest > 0 ? (
              <Button
                onClick={() => {
                  setShown(history.length);
                  keepFocus(() => list.current?.querySelector<HTMLElement>(`li:nth-child(${shown + 1})`));
                }}
              >
                {t("history.more", { count: rest })}
              </Button>
            ) : (
              <span />
            )}
            <Button tone="danger" onClick={onClear}>
              {t("history.clear")}
            </Button>
          </div>
        </>
      )}
    </details>
  );
}

function Ended({ ended, view: { reply } }: { ended: EndedFact; view: MemoryView }) {
  const t = useTranslations("memory");
  const { toDate } = useMemoryWords();
  const isReplaced = ended.why !== "expired" && ended.why !== "tier_full";
  const successor = findSuccessor(ended, reply.facts, reply.history);
  return (
    <li
      data-past={ended.id}
      tabIndex={-1}
      className="scroll-mt-24 border-b border-hairline py-2.5 last:border-0"
    >
      <p dir="auto" className="wrap-anywhere">
        {ended.content}
      </p>
      <p className="text-sm leading-5 text-quiet">
        {t(`history.${ended.why}`, { date: toDate(ended.endedAt) })}
      </p>
      {isReplaced && (
        <p dir="auto" className="text-sm leading-5 wrap-anywhere text-quiet">
          {successor === null ? t("history.gone") : t("history.nowIs", { content: successor.content })}
        </p>
      )}
    </li>
  );
}
