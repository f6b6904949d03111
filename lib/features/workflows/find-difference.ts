import type { Messages } from "@/lib/data/messages";
import { isAppError } from "@/lib/errors";
import type { AnswerEvidence } from "@/lib/features/evidence/shape/answer-evidence";
import type { ChatMessage, MessageMetadata } from "@/lib/protocol/chat-message";
import { toMessageText } from "@/lib/protocol/message-text";
import type {
  AnswerDifference,
  ListedWorkflow,
  Workflow,
  WorkflowRun,
} from "@/lib/features/workflows/shape/workflows";
import type { ComparedAnswer, Comparison } from "./compare-answers";

export type DifferenceDeps = {
  messages: Pick<Messages, "listNewest" | "find" | "findBefore">;
  readAnswer: (userId: string, conversationId: string, messageId: string) => Promise<AnswerEvidence>;
  /** In a thread of its own. */
  compareAnswers: (owner: string, before: ComparedAnswer, after: ComparedAnswer) => Promise<Comparison>;
};

type WorkflowRuns = Pick<Workflow, "runs">;
type AnsweredRun = { run: WorkflowRun; messageId: string };

/** Between its two newest answers; `null` while there are not two. */
export async function findDifference(
  deps: DifferenceDeps,
  userId: string,
  workflow: WorkflowRuns,
): Promise<AnswerDifference | null> {
  const answered = await findTwoAnswered(deps, userId, workflow);
  if (answered === null) return null;
  const [before, after] = answered;
  try {
    const [old, young] = await Promise.all(
      answered.map(async ({ run: { conversationId }, messageId }) => {
        const { answer, sources } = await deps.readAnswer(userId, conversationId, messageId);
        // What is compared of a source's text is its digest.
        return { answer, sources: sources.map((source) => ({ ...source, text: null })) };
      }),
    );
    if (old === undefined || young === undefined) return null;
    return { before: before.run, after: after.run, ...(await deps.compareAnswers(userId, old, young)) };
  } catch (error) {
    // Its conversation is being deleted.
    if (isAppError(error) && error.code === "not_found") return null;
    throw error;
  }
}

/** Its runs with the two newest answers, the older one first. What was deleted is passed over. */
export async function findTwoAnswered(
  { messages }: Pick<DifferenceDeps, "messages">,
  userId: string,
  { runs }: WorkflowRuns,
): Promise<readonly [AnsweredRun, AnsweredRun] | null> {
  const answered: AnsweredRun[] = [];
  for (const run of runs) {
    const reply = await findReply(messages, userId, run);
    if (reply !== null) answered.push({ run, messageId: reply.id });
    if (answered.length === 2) break;
  }
  const [after, before] = answered;
  return after === undefined || before === undefined ? null : [before, after];
}

/** `null` where it is not whole, or has no words. */
async function findReply(
  messages: DifferenceDeps["messages"],
  userId: string,
  { conversationId, messageId }: WorkflowRun,
): Promise<ChatMessage | null> {
  const reply =
    messageId === null
      ? await findFirstReply(messages, userId, conversationId)
      : (await messages.find(userId, conversationId, messageId))?.message;
  if (reply?.role !== "assistant" || toMessageText(reply).trim() === "") return null;
  return messageId !== null || (reply.metadata !== undefined && isWhole(reply.metadata)) ? reply : null;
}

/** Why the newest answer is not whole: its money was used up, or what its conversation says. */
export async function findCut(
  { messages }: Pick<DifferenceDeps, "messages">,
  userId: string,
  { runs: [newest] }: Pick<Workflow, "runs">,
): Promise<ListedWorkflow["cut"]> {
  if (newest === undefined || newest.messageId !== null) return null;
  const metadata = (await findFirstReply(messages, userId, newest.conversationId))?.metadata;
  if (metadata?.reason === "budget") return "budget";
  return metadata === undefined || isWhole(metadata) ? null : "other";
}

const isWhole = ({ outcome }: MessageMetadata): boolean => outcome === "completed" || outcome === "limited";

/** The answer to the question that the conversation began with, once it is stored. */
async function findFirstReply(
  messages: Pick<Messages, "listNewest">,
  userId: string,
  conversationId: string,
): Promise<ChatMessage | undefined> {
  const page = await messages.listNewest(userId, conversationId, { limit: 2, beforeSeq: 3 });
  return page.messages.find(({ message }) => message.role === "assistant")?.message;
}
