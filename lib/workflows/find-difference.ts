import type { Messages } from "@/lib/data/messages";
import { isAppError } from "@/lib/errors";
import type { AnswerEvidence } from "@/lib/protocol/answer-evidence";
import type { ChatMessage, MessageMetadata } from "@/lib/protocol/chat-message";
import type { AnswerDifference, ListedWorkflow, Workflow, WorkflowRun } from "@/lib/protocol/workflows";
import { compareAnswers } from "./compare-answers";

export type DifferenceDeps = {
  messages: Pick<Messages, "listNewest">;
  readAnswer: (userId: string, conversationId: string, messageId: string) => Promise<AnswerEvidence>;
};

type Answered = { run: WorkflowRun; answer: AnswerEvidence };

/** Between its two newest answers; `null` while there are not two. What was deleted is passed over. */
export async function findDifference(
  deps: DifferenceDeps,
  userId: string,
  { runs }: Pick<Workflow, "runs">,
): Promise<AnswerDifference | null> {
  const answered: Answered[] = [];
  for (const run of runs) {
    const answer = await findAnswer(deps, userId, run);
    if (answer !== null) answered.push({ run, answer });
    if (answered.length === 2) break;
  }
  const [after, before] = answered;
  if (after === undefined || before === undefined) return null;
  return { before: before.run, after: after.run, ...compareAnswers(before.answer, after.answer) };
}

async function findAnswer(
  { messages, readAnswer }: DifferenceDeps,
  userId: string,
  { conversationId, messageId }: WorkflowRun,
): Promise<AnswerEvidence | null> {
  try {
    const id = messageId ?? (await findWholeReply(messages, userId, conversationId));
    const answer = id === null ? null : await readAnswer(userId, conversationId, id);
    return answer === null || answer.answer === "" ? null : answer;
  } catch (error) {
    if (isAppError(error) && error.code === "not_found") return null;
    throw error;
  }
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

async function findWholeReply(...asked: Parameters<typeof findFirstReply>): Promise<string | null> {
  const reply = await findFirstReply(...asked);
  return reply?.metadata !== undefined && isWhole(reply.metadata) ? reply.id : null;
}

/** The answer to the question that the conversation began with, once it is stored. */
async function findFirstReply(
  messages: DifferenceDeps["messages"],
  userId: string,
  conversationId: string,
): Promise<ChatMessage | undefined> {
  const page = await messages.listNewest(userId, conversationId, { limit: 2, beforeSeq: 3 });
  return page.messages.find(({ message }) => message.role === "assistant")?.message;
}
