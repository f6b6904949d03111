import { z } from "zod";
import type { ConversationRecord } from "@/lib/data/conversations";
import { defineJob } from "@/lib/data/jobs";

/** Facts are read out of a conversation. */
export const learnJob = defineJob("learn", { conversationId: z.string() });

/** After so many messages of the person, and so long a quiet, a conversation is read for facts. */
const messagesUntilLearning = 5;
export const quietMs = 120_000;

type LearningPlan = { learnedSeq: number; learningAt: number | null; isNew: boolean };

/** Learning that is scheduled and does not happen for so long was given up: it is scheduled anew. */
const givenUpMs = 86_400_000;

/** When to read for facts, as the next question is asked. Up to `learnedSeq` all is read, or not to be. */
export function scheduleLearning(
  { learnedSeq, learningAt }: Pick<ConversationRecord, "learnedSeq" | "learningAt">,
  { questionSeq, isLearnedFrom, now }: { questionSeq: number; isLearnedFrom: boolean; now: number },
): LearningPlan {
  // What is said while nothing is learned stays unread for good.
  if (!isLearnedFrom) return { learnedSeq: Math.max(learnedSeq, questionSeq), learningAt, isNew: false };
  const unread = Math.ceil((questionSeq - learnedSeq) / 2);
  const isPlanned = learningAt !== null && now < learningAt + givenUpMs;
  if (unread < messagesUntilLearning || isPlanned) return { learnedSeq, learningAt, isNew: false };
  return { learnedSeq, learningAt: now + quietMs, isNew: true };
}
