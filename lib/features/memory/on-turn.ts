import { scheduleJob } from "@/lib/data/jobs";
import { learnJob, scheduleLearning } from "@/lib/features/memory/records/learning";
import type { TurnHook } from "@/lib/engine/records/turn";

/** Plans to read the conversation for facts when it has gone on for a while. */
export const learningOfTurn: TurnHook = {
  begin({ start, before, question }) {
    const { userId, conversationId, now } = start;
    const isLearnedFrom = start.isLearnedFrom && !before.temporary && start.stepOf === undefined;
    const plan = scheduleLearning(before, { questionSeq: question.seq, isLearnedFrom, now });
    const { isNew, ...conversation } = plan;
    if (!isNew) return { conversation };
    const job = learnJob.at({ userId, conversationId });
    return { conversation, into: (tx) => scheduleJob(tx, job, conversation.learningAt) };
  },
};
