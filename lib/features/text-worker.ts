import type { AnswerFile, ExportRequest } from "@/lib/features/evidence/export/export-answer";
import type { AnswerEvidence } from "@/lib/features/evidence/shape/answer-evidence";
import type { RunComparison } from "@/lib/features/traces/shape/run-comparison";
import type { Snapshot } from "@/lib/features/sharing/shape";
import type { TalkRequest } from "@/lib/features/sharing/export-conversation";
import { answerOrders } from "@/lib/threads/answer-orders";
import type { ComparedRun, TextPieces } from "@/lib/features/traces/compare-runs";
import type { ComparedAnswer, Comparison } from "@/lib/features/workflows/compare-answers";

/** What libraries do with texts of strangers, people and models: some texts take them a very long time. */
const jobs = {
  async exportAnswer(answer: AnswerEvidence, wish: ExportRequest): Promise<AnswerFile> {
    return (await import("@/lib/features/evidence/export/export-answer")).exportAnswer(answer, wish);
  },
  async exportConversation(snapshot: Snapshot, wish: TalkRequest): Promise<AnswerFile> {
    return (await import("@/lib/features/sharing/export-conversation")).exportConversation(snapshot, wish);
  },
  async compareAnswers(before: ComparedAnswer, after: ComparedAnswer): Promise<Comparison> {
    return (await import("@/lib/features/workflows/compare-answers")).compareAnswers(before, after);
  },
  async compareRuns(one: ComparedRun, other: ComparedRun): Promise<RunComparison> {
    return (await import("@/lib/features/traces/compare-runs")).compareRuns(one, other);
  },
  async compareTexts(one: string, other: string): Promise<TextPieces> {
    return (await import("@/lib/features/traces/compare-runs")).compareTexts(one, other);
  },
};

export type TextJobs = typeof jobs;
export type TextOrder = { job: keyof TextJobs; input: readonly unknown[] };

/** The thread in which that happens, one order after the other. */
answerOrders(({ job, input }: TextOrder): Promise<unknown> => {
  const work: (...input: never[]) => Promise<unknown> = jobs[job];
  return work(...(input as never[]));
});
