import { noBlobs } from "./open-test-store";
import type { BegunTurn, TurnStart } from "@/lib/engine/records/turn";
import { createTurns } from "@/lib/engine/records/turns";
import { turnHooks } from "@/tests/support/turn-hooks";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { defaultSettings } from "@/lib/protocol/settings";
import type { Store } from "@/lib/store/store";
import { toReply, toRunRecord, toUserMessage } from "./messages";

type Said = {
  userId?: string;
  title?: string;
  aiTitle?: string;
  /** Of the question; `q1` and so on when left out. */
  id?: string;
  messageId?: string;
  parentId?: string | null;
  isAgain?: boolean;
  isTemporary?: boolean;
};

/**
 * Saves turns as the product does, one a second; their messages are called `q1`, `a1`, `q2`, … in the order
 * they were said.
 */
export function createSpeaker(store: Store, blobs = noBlobs) {
  const turns = createTurns(store, blobs, turnHooks);
  let count = 0;
  return async (
    conversationId: string,
    question: string,
    reply: string,
    said: Said = {},
  ): Promise<{ questionId: string; replyId: string }> => {
    count += 1;
    const [runId, replyId] = [`r${count}`, `a${count}`];
    const {
      userId = "u1",
      title = "A talk",
      aiTitle = null,
      id: questionId = `q${count}`,
      messageId = null,
      parentId,
      isAgain = false,
      isTemporary = false,
    } = said;
    const now = 1_700_000_000_000 + count * 1_000;
    const start: TurnStart = {
      ...{
        userId,
        conversationId,
        runId,
        owner: "w1",
        now,
        messageId,
        parentId,
        isContinued: false,
        isTemporary,
        isLearnedFrom: false,
      },
      message: isAgain ? null : toUserMessage(questionId, question),
      ...{
        settings: defaultSettings,
        ceilingMicroUsd: 1_000,
        isAnswerFree: false,
        reservedUntil: now + 60_000,
        maxRuns: 20,
      },
      toTitle: () => title,
      toRecord: ({ question: asked }) =>
        toRunRecord(runId, { conversationId, userMessageId: asked.id, messageId: replyId }),
      toBrief: () => "{}",
    };
    const begun = await turns.begin(start);
    if (begun.kind !== "begun") throw new Error(`The turn is ${begun.kind}.`);
    const record = toRunRecord(runId, { conversationId, status: "ended" });
    const end = {
      userId,
      conversationId,
      epoch: 1,
      question: begun.userMessage,
      record,
      chargedMicroUsd: 0,
      title: aiTitle,
      now,
    };
    await turns.end({
      ...end,
      reply: {
        seq: begun.seq,
        branch: begun.path[0]?.branch,
        message: withParent(toReply(replyId, reply), begun),
      },
    });
    return { questionId: begun.userMessage.id, replyId };
  };
}

function withParent(reply: ChatMessage, { userMessage }: BegunTurn): ChatMessage {
  return { ...reply, metadata: { ...reply.metadata, parentId: userMessage.id } };
}
