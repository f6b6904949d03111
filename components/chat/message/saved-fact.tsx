import { useTranslations } from "next-intl";
import type { MemoryStore } from "@/lib/client/memory-store";
import type { MemoriesData, MemoriesReply } from "@/lib/protocol/memories";
import { findInForce, ToldFact, ToldFactAction, ToldFactLink } from "./told-fact";
import { useRemoval } from "./use-removal";

type Props = { fact: MemoriesData["saved"][number]; reply: MemoriesReply | null; store: MemoryStore };

/** A fact that was kept while an answer was made, and what it replaced. Undoing forgets it, and that can be taken back. */
export function SavedFact({ fact, reply, store }: Props) {
  const t = useTranslations("chat.memories");
  const { removed, isRemoving, reason, remove, putBack } = useRemoval(store, () => store.undo(fact.id));
  const isGone = removed !== null || (!isRemoving && findInForce(reply, fact.id) === null);
  const replaced = fact.replaced === null ? null : t("replaced", { content: fact.replaced });
  const told = removed !== null ? t("notKept") : isGone ? t("gone") : replaced;
  return (
    <ToldFact fact={fact} isGone={isGone} note={reason ?? told}>
      {!isGone && <ToldFactLink fact={fact} />}
      {removed !== null ? (
        <ToldFactAction fact={fact} name={t("keep")} onChoose={() => void putBack(removed)} />
      ) : (
        !isGone && <ToldFactAction fact={fact} name={t("undo")} onChoose={() => void remove()} />
      )}
    </ToldFact>
  );
}
