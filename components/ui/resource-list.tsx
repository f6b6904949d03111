import { useTranslations } from "next-intl";
import { useEffect, useRef, type ReactNode } from "react";
import type { Resource } from "@/lib/client/resource";
import { useSessionEnd } from "@/lib/client/session-end";
import { Button } from "./button";
import { RowSkeletons } from "./page";
import { useReason } from "./use-reason";

type Props = {
  list: Omit<Resource<unknown>, "put" | "take" | "follow">;
  /** What is said when there is nothing. */
  empty?: ReactNode;
  /** The rows, in one list. */
  children: ReactNode;
};

/** A list as it stands: on its way, empty, with more to show, or not answered. */
export function ResourceList({ list, empty, children }: Props) {
  const t = useTranslations("common");
  const explain = useReason();
  const { reply, items, cursor, phase, reason } = list;
  const { box, follow } = useFocusOnNew(phase);
  const isLoading = phase === "loading";
  return (
    <div ref={box} tabIndex={-1} aria-busy={isLoading} className="outline-none">
      <p role="status" className="sr-only">
        {isLoading ? t("loading") : ""}
      </p>
      {reply === null && reason === null && (
        <div className="pt-4">
          <RowSkeletons />
        </div>
      )}
      {items.length > 0 ? children : reply !== null && <ListNote>{empty}</ListNote>}
      {reason !== null ? (
        <Failure
          text={t("failed", { reason: explain(reason) })}
          isBusy={isLoading}
          onRetry={() => follow(list.retry)}
        />
      ) : (
        cursor !== null && (
          <Button className="mt-4" aria-disabled={isLoading} onClick={() => follow(list.more)}>
            {t("more")}
          </Button>
        )
      )}
    </div>
  );
}

function ListNote({ children }: { children: ReactNode }) {
  if (typeof children !== "string") return children;
  return <p className="pt-4 text-sm leading-5 text-quiet">{children}</p>;
}

/** What could not be read, and a way to try again. Where the session is over, the page says so above it. */
export function Failure({ text, isBusy = false, onRetry }: FailureProps) {
  const t = useTranslations("common");
  if (useSessionEnd().isOver) return null;
  return (
    <div
      role="alert"
      className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-lg bg-bad-tint px-3 py-2 text-sm leading-5 text-bad"
    >
      <p className="min-w-0 flex-[1_1_16rem]">{text}</p>
      <Button aria-disabled={isBusy} onClick={onRetry}>
        {t("retry")}
      </Button>
    </div>
  );
}

type FailureProps = { text: string; isBusy?: boolean; onRetry: () => void };

/** Moves the focus to the first new row after "more", unless it has moved on meanwhile. */
function useFocusOnNew(phase: Resource<unknown>["phase"]) {
  const box = useRef<HTMLDivElement>(null);
  const asked = useRef<number | null>(null);
  const findRows = () => box.current?.querySelector("ul, ol")?.children;
  useEffect(() => {
    if (phase === "loading" || asked.current === null) return;
    const row = findRows()?.[asked.current];
    asked.current = null;
    const { activeElement } = document;
    if (phase !== "ready" || (activeElement !== document.body && !box.current?.contains(activeElement)))
      return;
    const place = row instanceof HTMLElement ? row : box.current;
    if (place !== null) place.tabIndex = -1;
    place?.focus();
  }, [phase]);
  const follow = (ask: () => Promise<void>): void => {
    if (phase === "loading") return;
    asked.current = findRows()?.length ?? 0;
    void ask();
  };
  return { box, follow };
}
