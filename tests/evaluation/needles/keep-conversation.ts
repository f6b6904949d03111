import { toNewConversation, type ConversationRecord } from "@/lib/data/conversations";
import { toData } from "@/lib/data/json";
import { toMessageData } from "@/lib/data/messages";
import { paths } from "@/lib/data/paths";
import { toTurnWords } from "@/lib/data/turn-words";
import type { PlacedMessage } from "@/lib/engine/loop/context/history";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { Write } from "@/lib/store/store";
import { toWholePage } from "./conversation";
import { userId, type Product } from "./product";

/** Documents of a commit. */
const batchSize = 2_000;

/** Keeps a conversation as it is when all its replies are saved: messages, the words of turns, the evidence of tools, and nothing summed up yet. */
export async function keepConversation(
  product: Product,
  conversationId: string,
  messages: readonly PlacedMessage[],
): Promise<void> {
  const at = product.now();
  const record: ConversationRecord = {
    ...toNewConversation(at, false),
    ...{ title: "A talk", titled: true, lastSeq: messages.length },
  };
  const writes: Write[] = [
    { kind: "set", path: paths.conversation(userId, conversationId), data: toData(record) },
  ];
  let question: ChatMessage | null = null;
  for (const { seq, message } of messages) {
    writes.push({
      kind: "set",
      path: paths.message(userId, conversationId, message.id),
      data: toMessageData({ seq, message }),
    });
    if (message.role === "user") question = message;
    else
      writes.push({
        kind: "set",
        path: paths.turnWords(userId, conversationId, seq),
        data: toTurnWords({ conversationId, at: at + seq, seq, question, reply: message }),
      });
  }
  for (let from = 0; from < writes.length; from += batchSize)
    await product.store.batch(writes.slice(from, from + batchSize));
  for (const { message } of messages) await keepEvidence(product, conversationId, message);
}

async function keepEvidence(product: Product, conversationId: string, { parts }: ChatMessage): Promise<void> {
  for (const part of parts) {
    if (part.type === "tool-web_fetch" && part.state === "output-available" && part.output.ok) {
      for (const { resultId, url, title, site, passages } of part.output.data.pages) {
        const ledger = product.openLedger(conversationId, resultId);
        const { number } = await ledger.cite({ url, title, site });
        await ledger.keep({
          kind: "page",
          number,
          url,
          title,
          site,
          text: toWholePage(passages.map(({ text }) => text).join("\n"), resultId),
        });
      }
    }
    if (part.type === "tool-web_search" && part.state === "output-available" && part.output.ok) {
      const [id] = part.output.data.results.map(({ evidenceId }) => evidenceId);
      const query = part.input.query;
      if (id !== undefined)
        await product
          .openLedger(conversationId, id)
          .keep({ kind: "search", title: query, site: "Wikipedia", text: part.output.text, query });
    }
  }
}
