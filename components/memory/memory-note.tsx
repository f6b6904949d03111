import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { toMemoryPath } from "./memory";
import type { Fact, MemoriesReply } from "@/lib/features/memory/shape";

export type NotedFact = { id: string; content: string };

type Props = { fact: NotedFact; note: string | null; isGone: boolean; children?: ReactNode };

/** A fact beside an answer, in the words in which the answer knew it, with what can be done with it. */
export function MemoryNote({ fact, note, isGone, children }: Props) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2 pointer-coarse:pb-0">
      <div className="min-w-0 flex-[1_1_16rem]">
        <p dir="auto" className={isGone ? "wrap-anywhere" : "wrap-anywhere text-ink"}>
          {fact.content}
        </p>
        {note !== null && (
          <p role="status" dir="auto" className="wrap-anywhere">
            {note}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-x-4 gap-y-1">{children}</div>
    </li>
  );
}

const actionClasses =
  "rounded-sm text-accent underline decoration-accent/40 underline-offset-3 hover:decoration-current disabled:opacity-50 pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:items-center";

type ActionProps = { fact: NotedFact; name: string; onChoose: () => void };

/** What it does is read out together with the fact it is done to. */
export function MemoryNoteAction({ fact: { content }, name, onChoose }: ActionProps) {
  const t = useTranslations("chat.memories");
  return (
    <button
      type="button"
      aria-label={t("ofFact", { action: name, content })}
      onClick={onChoose}
      className={actionClasses}
    >
      {name}
    </button>
  );
}

export function MemoryNoteLink({ fact: { id, content } }: { fact: NotedFact }) {
  const t = useTranslations("chat.memories");
  return (
    <Link
      href={toMemoryPath(id)}
      prefetch={false}
      aria-label={t("ofFact", { action: t("open"), content })}
      className={actionClasses}
    >
      {t("open")}
    </Link>
  );
}

/** What became of it: it is in force, perhaps in other words by now; it is gone; or that is not known yet. */
export function findInForce(reply: MemoriesReply | null, factId: string): Fact | null | undefined {
  return reply === null ? undefined : (reply.facts.find(({ id }) => id === factId) ?? null);
}
