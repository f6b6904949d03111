import { AppError } from "@/lib/errors";
import type { ChatVisit } from "@/lib/protocol/conversations";
import type { Store, Transaction } from "@/lib/store/store";
import { z } from "zod";
import { collectWords } from "@/lib/features/conversation-search/records/collect-words";
import { toConversation, toConversationData, type ConversationRecord } from "@/lib/data/conversations";
import { defineJob, scheduleJob } from "@/lib/data/jobs";
import { paths } from "@/lib/data/paths";

/** How long it lasts after its newest message, and after it is left: reloading a page leaves it as well. */
const lifeMs = 60 * 60_000;
const leftMs = 60_000;

/** When a temporary conversation is to be deleted, unless it is used again. */
export function toForgetAt({ updatedAt, leftAt }: Pick<ConversationRecord, "updatedAt" | "leftAt">): number {
  return Math.min(updatedAt + lifeMs, leftAt === null ? Infinity : leftAt + leftMs);
}

type Chat = { userId: string; conversationId: string };

/** A temporary conversation is deleted. */
export const forgetJob = defineJob("forget", { conversationId: z.string() });

/** Plans the end of a temporary conversation, in the place of the one planned before. */
export function scheduleForgetting(
  tx: Transaction,
  place: Chat,
  conversation: Parameters<typeof toForgetAt>[0],
): void {
  scheduleJob(tx, forgetJob.at(place), toForgetAt(conversation));
}

/** Conversations that leave nothing behind. */
export function createTemporaryChats(store: Store, now: () => number) {
  /** `null` where nothing changes: it is an ordinary one, or `work` says so. */
  function change(
    place: Chat,
    work: (tx: Transaction, conversation: ConversationRecord) => ConversationRecord | null,
  ): Promise<ConversationRecord | null> {
    const path = paths.conversation(place.userId, place.conversationId);
    return store.transaction(async (tx) => {
      const found = await tx.find(path);
      if (found === null) throw new AppError("not_found", "This conversation does not exist.");
      const before = toConversation(found.data);
      const after = before.temporary ? work(tx, before) : null;
      if (after !== null) tx.set(path, toConversationData(after));
      return after;
    });
  }

  return {
    /** Makes it an ordinary one. Of what was said until now no facts are learned. */
    async keep(place: Chat): Promise<void> {
      const kept = await change(place, (tx, conversation) => {
        scheduleJob(tx, forgetJob.at(place), null);
        return {
          ...conversation,
          temporary: false,
          visit: null,
          leftAt: null,
          learnedSeq: conversation.lastSeq,
        };
      });
      if (kept !== null) await collectWords(store, place.userId, place.conversationId);
    },

    /** Deletes its record first: nobody can keep it or go on meanwhile. `false`: not over, or kept now. */
    end(place: Chat): Promise<boolean> {
      const path = paths.conversation(place.userId, place.conversationId);
      return store.transaction(async (tx) => {
        const found = await tx.find(path);
        if (found === null) return true;
        const conversation = toConversation(found.data);
        if (!conversation.temporary || conversation.activeRunId !== null || toForgetAt(conversation) > now())
          return false;
        tx.delete(path);
        return true;
      });
    },

    /** Notes that a page has it open or left it: it is deleted soon then, unless a newer page has it open. */
    async note(place: Chat, { id, isOver }: ChatVisit): Promise<void> {
      await change(place, (tx, conversation) => {
        if (isOver && conversation.visit !== null && conversation.visit !== id) return null;
        if (!isOver && conversation.visit === id && conversation.leftAt === null) return null;
        const after = { ...conversation, visit: id, leftAt: isOver ? now() : null };
        scheduleForgetting(tx, place, after);
        return after;
      });
    },
  };
}
