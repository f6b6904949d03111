import { paths } from "@/lib/data/paths";
import type { TurnHook } from "@/lib/engine/records/turn";
import { toTitleWords, toTurnWords } from "@/lib/data/turn-words";

/** Question, reply and title are found by their words, except in temporary and hidden conversations. */
export const wordsOfTurn: TurnHook = {
  end({ userId, conversationId, conversation, reply: end, now: at }) {
    if (end === null || conversation === null) return {};
    if (conversation.temporary || conversation.conversationId !== null) return {};
    const { title, question, reply } = end;
    const words = toTurnWords({ conversationId, at, seq: reply.seq, question, reply: reply.message });
    return {
      into(tx) {
        if (title !== null)
          tx.set(paths.turnWords(userId, conversationId, 0), toTitleWords({ conversationId, at, title }));
        tx.set(paths.turnWords(userId, conversationId, reply.seq), words);
      },
    };
  },
};
