import { useTranslations } from "next-intl";
import type { MemoryStore } from "@/lib/client/memory-store";
import type { MemoriesData, MemoriesReply } from "@/lib/protocol/memories";
import { findInForce, MemoryNote, MemoryNoteAction, MemoryNoteLink } from "./memory-note";
import { useRemoval } from "./use-removal";

type Props = { fact: MemoriesData["saved"][number]; reply: MemoriesReply | null; store: MemoryStore };

/** A fact that was kept while an answer was made, and what it replaced. Undoing forgets it, and that can be taken back. */
export function SavedFact({ fact, reply, store }: Props) {
  const t = useTranslations("chat.memories");
  const { removed, isRemoving, reason, remove, putBack } = useRemoval(store, () => store.undo(fact.id));
  const isGone = removed !== null || (!isRemoving && findInForce(reply, fact.id) === null);
  const replaced = fact.replaced === null ? null : t("replaced", { content: fact.replaced });
  const state = removed !== null ? t("notKept") : isGone ? t("gone") : replaced;
  return (
    <MemoryNote fact={fact} isGone={isGone} note={reason ?? state}>
      {!isGone && <MemoryNoteLink fact={fact} />}
      {removed !== null ? (
        <MemoryNoteAction fact={fact} name={t("keep")} onChoose={() => void putBack(removed)} />
      ) : (
        !isGone && <MemoryNoteAction fact={fact} name={t("undo")} onChoose={() => void remove()} />
      )}
    </MemoryNote>
  );
}
