"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useStore } from "zustand";
import { createMemoryApi } from "@/lib/client/memory-api";
import { createMemoryStore, type MemoryStore } from "@/lib/client/memory-store";
import type { MemoriesData, MemoriesReply } from "@/lib/protocol/memories";
import { SavedFact } from "./saved-fact";
import { UsedFact } from "./used-fact";

type Props = { messageId: string; memories: MemoriesData };

/** One line on what an answer used of the memory and what was kept of it, which opens to the facts. */
export function AnswerMemories({ messageId, memories: { used, saved, secretsLeftOut = 0 } }: Props) {
  const t = useTranslations("chat.memories");
  const [store] = useState(() => createMemoryStore(createMemoryApi(), null));
  const { reply } = useStore(store);
  const [isOpen, setOpen] = useState(false);
  const open = (next: boolean): void => {
    setOpen(next);
    if (next) void store.load();
  };
  const [first] = saved;
  const [named] = used;
  // Beside what was kept there is room for a number only.
  const isUsedAlone = used.length === 1 && saved.length === 0 && named !== undefined;
  const pieces = [
    ...(isUsedAlone
      ? [t("usedOne", { what: named.content })]
      : used.length > 0
        ? [t("used", { count: used.length })]
        : []),
    ...(saved.length === 1 && first !== undefined ? [t("saved", { what: first.content })] : []),
    ...(saved.length > 1 ? [t("savedMany", { count: saved.length })] : []),
    ...(secretsLeftOut > 0 ? [t("secretLeftOut")] : []),
  ];
  if (pieces.length === 0) return null;
  if (used.length + saved.length === 0)
    return <p className="text-sm leading-5 text-quiet">{pieces.join(" · ")}</p>;
  return (
    <details
      // It may have been opened before the script ran.
      ref={(element) => void (element?.open && !isOpen && open(true))}
      aria-label={t("label")}
      className="group text-sm leading-5 text-quiet"
      onToggle={(event) => open(event.currentTarget.open)}
    >
      <summary className="w-fit max-w-full list-none rounded-sm hover:text-ink pointer-coarse:py-3">
        <span
          dir="auto"
          className="block truncate underline decoration-hairline decoration-1 underline-offset-4 group-open:whitespace-normal"
        >
          {pieces.join(" · ")}
        </span>
      </summary>
      {isOpen && <Facts {...{ messageId, used, saved, reply, store }} />}
    </details>
  );
}

type FactsProps = Pick<MemoriesData, "used" | "saved"> & {
  messageId: string;
  reply: MemoriesReply | null;
  store: MemoryStore;
};

function Facts({ messageId, used, saved, reply, store }: FactsProps) {
  const t = useTranslations("chat.memories");
  return (
    <div className="mt-2 grid gap-2 rounded-lg border border-hairline bg-raised px-3 pt-2.5 pb-1">
      {used.length > 0 && (
        <section>
          <h3 className="text-xs font-medium">{t("usedTitle")}</h3>
          <ul className="divide-y divide-hairline">
            {used.map((fact) => (
              <UsedFact key={fact.id} {...{ messageId, fact, reply, store }} />
            ))}
          </ul>
        </section>
      )}
      {saved.length > 0 && (
        <section>
          <h3 className="text-xs font-medium">{t("savedTitle")}</h3>
          <ul className="divide-y divide-hairline">
            {saved.map((fact) => (
              <SavedFact key={fact.id} {...{ fact, reply, store }} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
