import type { Conversations } from "@/lib/data/conversations";
import type { Messages } from "@/lib/data/messages";
import { foldText } from "@/lib/language/script";
import { toMessageText } from "@/lib/protocol/message-text";
import type { ListedRun, OwnRunsQuery, RunsQuery, RunsReply } from "@/lib/protocol/runs";

type Deps = {
  listRuns: (userId: string, query: RunsQuery) => Promise<RunsReply>;
  conversations: Pick<Conversations, "readTitles">;
  messages: Pick<Messages, "find">;
};

/** Words are looked for in so many runs a request. */
const lookedAt = 100;

/** A person's runs with the titles of their conversations, and by words where some are asked for. */
export function listOwnRuns(deps: Deps, userId: string, asked: OwnRunsQuery): Promise<RunsReply> {
  const { text, ...query } = asked;
  return text === undefined ? listTitled(deps, userId, query) : listNamed(deps, userId, query, text);
}

async function listTitled(
  { listRuns, conversations }: Omit<Deps, "messages">,
  userId: string,
  query: RunsQuery,
): Promise<RunsReply> {
  const reply = await listRuns(userId, query);
  // A step's own conversation is called what its model was told.
  const placeOf = ({ planIn, conversationId }: ListedRun) => planIn ?? conversationId;
  const ids = new Set(reply.runs.map(placeOf));
  const titles = await conversations.readTitles(userId, [...ids]);
  const runs = reply.runs.map((run) => {
    const title = titles.get(placeOf(run));
    return title === undefined ? run : { ...run, title };
  });
  return { ...reply, runs };
}

/**
 * Those whose title or question has the text, whatever its case and accents. A page is what is found among
 * the next runs that are like the rest of the query: it may be empty, and still lead on.
 */
async function listNamed(deps: Deps, userId: string, query: RunsQuery, text: string): Promise<RunsReply> {
  const wanted = foldText(text);
  const has = (words: string) => foldText(words).includes(wanted);
  const { runs, cursor } = await listTitled(deps, userId, { ...query, limit: lookedAt });
  const isNamed = async ({ title = "", conversationId, userMessageId }: ListedRun): Promise<boolean> => {
    if (has(title)) return true;
    const asked = await deps.messages.find(userId, conversationId, userMessageId);
    return asked !== null && has(toMessageText(asked.message));
  };
  const named = await Promise.all(runs.map(isNamed));
  return { runs: runs.filter((_run, index) => named[index]), cursor };
}
