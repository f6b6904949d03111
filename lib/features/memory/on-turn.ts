import { planLearning, toJobData, toJobId } from "@/lib/data/jobs";
import { paths } from "@/lib/data/paths";
import type { TurnHook } from "@/lib/data/turn";

/** Plans to read the conversation for facts when it has gone on for a while. */
export const learningOfTurn: TurnHook = {
  begin({ start, before, question }) {
    const { userId, conversationId, now } = start;
    const isLearnedFrom = start.isLearnedFrom && !before.temporary && start.stepOf === undefined;
    const plan = planLearning(before, { questionSeq: question.seq, isLearnedFrom, now });
    const { isNew, ...conversation } = plan;
    const { learningAt: dueAt } = conversation;
    if (!isNew || dueAt === null) return { conversation };
    const job = { kind: "learn" as const, userId, conversationId };
    return {
      conversation,
      into: (tx) => tx.set(paths.job(toJobId(job)), toJobData({ ...job, dueAt, attempts: 0 })),
    };
  },
};
