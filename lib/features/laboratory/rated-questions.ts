import type { Messages } from "@/lib/data/messages";
import type { RunRecords } from "@/lib/engine/records/runs";
import type { RatedReply } from "@/lib/features/laboratory/shape/laboratory";
import { toMessageText } from "@/lib/protocol/message-text";
import type { RunSummary } from "@/lib/protocol/runs";
import type { ToolTraits } from "@/lib/protocol/tool-traits";

type RatedDeps = {
  runs: Pick<RunRecords, "find">;
  messages: Pick<Messages, "find">;
  describeTool: (name: string) => ToolTraits;
  /** The newest runs of the person whose answers they rated. */
  listRated: (userId: string) => Promise<RunSummary[]>;
};

const mostShown = 50;
/** What is found there an answer cites. */
const citedPlaces: readonly ToolTraits["searches"][] = ["web", "documents"];

/** What a person asked and then rated, each question once; nobody sees those of others. */
export async function listRatedQuestions(
  { runs, messages, describeTool, listRated }: RatedDeps,
  userId: string,
): Promise<RatedReply> {
  const rated = (await listRated(userId)).slice(0, mostShown);
  const found = await Promise.all(
    rated.map(async ({ id: runId, conversationId, rating, tools }) => {
      const record = await runs.find(userId, runId);
      const asked = record && (await messages.find(userId, conversationId, record.userMessageId));
      const text = asked ? toMessageText(asked.message).trim() : "";
      const cites = tools.some((tool) => citedPlaces.includes(describeTool(tool).searches));
      return text === "" || rating === null ? null : { runId, text, value: rating, cites };
    }),
  );
  const questions = found.filter((question) => question !== null);
  return { questions: [...new Map(questions.map((question) => [question.text, question])).values()] };
}
