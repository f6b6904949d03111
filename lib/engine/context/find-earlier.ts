import { listResultIds } from "@/lib/engine/loop/context/history";
import { isOnPath, type BranchPath } from "@/lib/data/branches";
import type { StoredMessage, Messages } from "@/lib/data/messages";
import type { EarlierMessage } from "@/lib/protocol/tool-results";
import { createIndex } from "@/lib/language/bm25";
import { splitSentences } from "@/lib/language/sentences";
import { toMessageText, toSteeringText } from "@/lib/protocol/message-text";
import { toLongResult } from "./compactions";
import { slot } from "@/lib/engine/run/slot";
import type { RecordPorts } from "@/lib/engine/ports";

/** A question is often nearer to what is looked for than the answer that holds it: both are given. */
const mostExchanges = 4;
/** So many are read and compared; what their tools gave is known only then. */
const mostRead = 16;
/** Of a conversation whose words nobody has written down, so many messages are looked through. */
const mostLookedThrough = 200;
/** Of all of them together, so that nobody else waits for the comparing. */
const mostCharacters = 400_000;
/** `seq`: of the reply that is made. */
type ReplyPosition = { userId: string; conversationId: string; seq: number; path: BranchPath };
/** A question with its reply, or one of them alone. */
type Exchange = readonly StoredMessage[];

/** Finds earlier messages for the run's calls, by what is looked for. */
export const earlierMessages = slot<(focus: string) => Promise<EarlierMessage[]>>(async () => []);

/** The earlier messages that tell most of what is looked for, in their order; `#12` names a message. */
export async function findEarlier(
  records: Pick<RecordPorts, "messages" | "searchIndex">,
  position: ReplyPosition,
  focus: string,
): Promise<EarlierMessage[]> {
  const { seq } = position;
  const numbers = [...focus.matchAll(/#(\d{1,6})\b/g)]
    .map(([, number]) => Number(number))
    .filter((number) => number > 0 && number < seq);
  const text = focus.replace(/#\d+/g, " ").trim();
  const [named, matching] = await Promise.all([
    Promise.all(
      numbers.slice(0, mostExchanges).map((number) => readExchangeOf(records.messages, position, number)),
    ),
    text === "" ? [] : listMatching(records, position, text),
  ]);
  const exchanges = new Map(
    [...named, ...rank(matching, text)].flatMap((exchange) =>
      exchange[0] === undefined ? [] : [[exchange[0].seq, exchange]],
    ),
  );
  return [...exchanges.values()]
    .slice(0, mostExchanges)
    .flat()
    .sort((a, b) => a.seq - b.seq)
    .map(toEarlier);
}

async function readExchangeOf(
  messages: Messages,
  { userId, conversationId, seq, path }: ReplyPosition,
  number: number,
): Promise<Exchange> {
  const [found, next] = await messages.listFrom(userId, conversationId, number, 2, path);
  if (found?.seq !== number) return [];
  if (found.message.role === "assistant") return messages.listWithBefore(userId, conversationId, found);
  const isAnswered = next?.message.role === "assistant" && next.seq < seq;
  return isAnswered ? [found, next] : [found];
}

/** What was said on other branches is not known here. */
async function listMatching(
  records: Pick<RecordPorts, "messages" | "searchIndex">,
  position: ReplyPosition,
  text: string,
): Promise<Exchange[]> {
  const { userId, conversationId, seq, path } = position;
  const replies = await records.searchIndex.findInConversation(userId, conversationId, text, {
    limit: mostRead,
    beforeSeq: seq,
  });
  if (replies.length > 0) {
    const found = replies.map(async (number) => {
      const [reply] = await records.messages.listFrom(userId, conversationId, number, 1);
      const isShown = reply?.seq === number && isOnPath(path, reply);
      return isShown ? records.messages.listWithBefore(userId, conversationId, reply) : [];
    });
    return (await Promise.all(found)).filter((exchange) => exchange.length > 0);
  }
  // The words of a temporary conversation are written down nowhere.
  const { messages } = await records.messages.listNewest(userId, conversationId, {
    ...{ limit: mostLookedThrough, beforeSeq: seq, path },
  });
  return toExchanges(messages);
}

function toExchanges(messages: readonly StoredMessage[]): Exchange[] {
  const exchanges: StoredMessage[][] = [];
  for (const stored of messages) {
    const last = exchanges.at(-1);
    if (last === undefined || stored.message.role === "user" || last.length > 1) exchanges.push([stored]);
    else last.push(stored);
  }
  return exchanges;
}

/**
 * Those that share words with the focus, the best first, the newest of equals; tools' results count too. An
 * exchange tells as much as all its words and its best sentence do: what is looked for stands together.
 */
function rank(exchanges: readonly Exchange[], focus: string): Exchange[] {
  const room = Math.floor(mostCharacters / Math.max(1, exchanges.length));
  const texts = exchanges.map((exchange) =>
    exchange
      .flatMap((stored) => [toText(stored), ...listResults(stored).map(({ read }) => read)])
      .join("\n")
      .slice(0, room),
  );
  const words = createIndex(texts).score(focus);
  const sentences = texts.flatMap((text, index) =>
    words[index] === 0 ? [] : splitSentences(text).map((sentence) => ({ index, text: sentence.text })),
  );
  const scores = createIndex(sentences.map(({ text }) => text)).score(focus);
  const best = texts.map(() => 0);
  for (const [at, { index }] of sentences.entries())
    best[index] = Math.max(best[index] ?? 0, scores[at] ?? 0);
  return exchanges
    .map((exchange, index) => ({
      exchange,
      words: words[index] ?? 0,
      score: Math.round(10 * ((words[index] ?? 0) + sentenceWeight * (best[index] ?? 0))),
      seq: exchange[0]?.seq ?? 0,
    }))
    .filter((one) => one.words > 0)
    .sort((a, b) => b.score - a.score || b.seq - a.seq)
    .map(({ exchange }) => exchange);
}

/** The best sentence counts twice the whole. Of scores less than a tenth apart the newer counts. */
const sentenceWeight = 2;

function toEarlier(stored: StoredMessage): EarlierMessage {
  const ids = listResults(stored).flatMap((result) => result.ids);
  return {
    seq: stored.seq,
    role: stored.message.role === "user" ? "user" : "assistant",
    text: toText(stored),
    resultIds: [...new Set(ids)],
  };
}

function listResults({ message }: StoredMessage): { ids: string[]; read: string }[] {
  return message.parts.flatMap((part) => {
    const output = toLongResult(part)?.output;
    return output?.ok === true ? [{ ids: listResultIds(output), read: output.text }] : [];
  });
}

/** What the person said while a reply was made stands in the reply. */
function toText({ message }: StoredMessage): string {
  const [steered, text] = [toSteeringText(message), toMessageText(message).trim()];
  return steered === "" ? text : `(The person said meanwhile: ${steered})\n${text}`;
}
