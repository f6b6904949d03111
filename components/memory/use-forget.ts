import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { showToast } from "@/components/ui/toast";
import type { MemoryStore } from "@/lib/client/memory-store";
import type { ForgottenFact } from "@/lib/protocol/memories";
import { useMemoryReason } from "./use-memory-reason";

const undoMs = 10_000;
const shownCharacters = 60;

/** Forgets a fact at once and offers to put it back; whether it is forgotten. What is to be put back is kept until it is there. */
export function useForget(store: MemoryStore): (fact: { id: string; content: string }) => Promise<boolean> {
  const t = useTranslations();
  const explain = useMemoryReason();
  return useCallback(
    async ({ id, content: whole }) => {
      const content = toShort(whole);
      const putBack = async (forgotten: ForgottenFact): Promise<void> => {
        const answer = await store.putBack(forgotten);
        if (answer.ok) return;
        const again = { label: t("common.retry"), run: () => void putBack(forgotten) };
        showToast({
          text: t("shell.memories.notPutBack", { content, reason: explain(answer) }),
          isFailure: true,
          action: again,
          durationMs: undoMs,
        });
      };
      const answer = await store.forget(id);
      if (!answer.ok) {
        showToast({
          text: t("shell.memories.notForgotten", { content, reason: explain(answer) }),
          isFailure: true,
        });
        return false;
      }
      const undo = { label: t("common.undo"), run: () => void putBack(answer.value) };
      showToast({ text: t("shell.memories.forgotten", { content }), action: undo, durationMs: undoMs });
      return true;
    },
    [store, t, explain],
  );
}

function toShort(content: string): string {
  const characters = [...content];
  return characters.length <= shownCharacters
    ? content
    : `${characters
        .slice(0, shownCharacters - 1)
        .join("")
        .trimEnd()}…`;
}
