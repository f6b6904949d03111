import { forgetJob, toForgetAt } from "./records";
import type { Doors, Feature } from "@/lib/engine/feature";
import type { Ground } from "@/lib/engine/ground";
import { onJob } from "@/lib/jobs/jobs";
import { forgettingOfTurn } from "./on-turn";

/** A reply that is made is waited for. */
const busyMs = 30_000;
const retryMs = 300_000;
/** A tool that was at work while its conversation was deleted may still write what it found. */
const afterMs = 120_000;

/** Deletes a temporary chat at its end, later what came late; never gives up. A kept one is left alone. */
export function openTemporaryChats({ records, log, now }: Ground, { runs }: Doors): Feature {
  const { conversations, temporaryChats } = records;
  const forget = onJob(forgetJob, async ({ userId, conversationId }) => {
    try {
      const conversation = await conversations.find(userId, conversationId);
      if (conversation !== null && !conversation.temporary) return null;
      if (conversation !== null && conversation.activeRunId !== null) return now() + busyMs;
      if (conversation !== null && toForgetAt(conversation) > now()) return toForgetAt(conversation);
      if (!(await temporaryChats.end({ userId, conversationId }))) return now() + busyMs;
      await runs().forgetConversation(userId, conversationId);
      return conversation === null ? null : now() + afterMs;
    } catch (error) {
      log.warn("chat_not_forgotten", { error });
      return now() + retryMs;
    }
  });
  return { name: "temporary chats", onTurn: forgettingOfTurn, jobs: [forget] };
}
