import type { Messages } from "@/lib/data/messages";
import { isAppError } from "@/lib/errors";
import type { AnswerEvidence } from "@/lib/protocol/answer-evidence";
import type { AnswerDifference, Workflow, WorkflowRun } from "@/lib/protocol/workflows";
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
    const id = messageId ?? (await findFirstReply(messages, userId, conversationId));
    const answer = id === null ? null : await readAnswer(userId, conversationId, id);
    return answer === null || answer.answer === "" ? null : answer;
  } catch (error) {
    if (isAppError(error) && error.code === "not_found") return null;
    throw error;
  }
}

/** The answer to the question that the conversation began with, once it is stored. */
async function findFirstReply(
  messages: DifferenceDeps["messages"],
  userId: string,
  conversationId: string,
): Promise<string | null> {
  const page = await messages.listNewest(userId, conversationId, { limit: 2, beforeSeq: 3 });
  const reply = page.messages.find(({ message }) => message.role === "assistant")?.message;
  const isWhole = reply?.metadata?.outcome === "completed" || reply?.metadata?.outcome === "limited";
  return reply !== undefined && isWhole ? reply.id : null;
}
