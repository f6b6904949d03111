import { useTranslations } from "next-intl";
import { useState } from "react";
import { useMemoryReason } from "@/components/memory/use-memory-reason";
import type { MemoryStore } from "@/lib/client/memory-store";
import type { Fact, MemoriesReply } from "@/lib/protocol/memories";
import { findInForce, MemoryNote, MemoryNoteAction, MemoryNoteLink, type NotedFact } from "./memory-note";
import { useRemoval } from "./use-removal";

type Props = { messageId: string; fact: NotedFact; reply: MemoriesReply | null; store: MemoryStore };

/** A fact that an answer used: the person may say that it was of no use, look at it, or have it forgotten. */
export function UsedFact({ messageId, fact, reply, store }: Props) {
  const t = useTranslations("chat.memories");
  const {
    removed,
    isRemoving,
    reason: removalReason,
    remove,
    putBack,
  } = useRemoval(store, () => store.forget(fact.id));
  const explain = useMemoryReason();
  const [reason, setReason] = useState<string | null>(null);
  const inForce = findInForce(reply, fact.id);
  const isDoubtful = inForce?.notUsefulTo.includes(messageId) ?? false;
  const doubt = async (next: boolean): Promise<void> => {
    const answer = await store.change(fact.id, { judged: { messageId, isUseful: !next } });
    setReason(answer.ok ? null : explain(answer));
  };
  const isGone = removed !== null || (!isRemoving && inForce === null);
  const state = isGone ? t("gone") : isDoubtful ? t("doubted") : toNewWording(fact, inForce, t);
  return (
    <MemoryNote fact={fact} isGone={isGone} note={removalReason ?? reason ?? state}>
      {!isGone && (
        <MemoryNoteAction
          fact={fact}
          name={t(isDoubtful ? "takeBack" : "notUseful")}
          onChoose={() => void doubt(!isDoubtful)}
        />
      )}
      {!isGone && <MemoryNoteLink fact={fact} />}
      {removed !== null ? (
        <MemoryNoteAction fact={fact} name={t("keep")} onChoose={() => void putBack(removed)} />
      ) : (
        !isGone && <MemoryNoteAction fact={fact} name={t("forget")} onChoose={() => void remove()} />
      )}
    </MemoryNote>
  );
}

/** What the fact says by now, where that is something else. */
function toNewWording(
  fact: NotedFact,
  inForce: Fact | null | undefined,
  t: ReturnType<typeof useTranslations<"chat.memories">>,
): string | null {
  const content = inForce?.content ?? fact.content;
  return content === fact.content ? null : t("now", { content });
}
