import { wholePath } from "@/lib/data/branches";
import type { ContextRoom } from "@/lib/engine/loop/context/room";
import { createFitMessages } from "@/lib/engine/loop/context/fit-messages";
import type { PlacedMessage } from "@/lib/engine/loop/context/history";
import { estimateMessageTokens } from "@/lib/engine/loop/tokens";
import type { KeptSummary } from "@/lib/engine/records/summaries";
import { summaryTokens, toModelContext } from "@/lib/engine/context/model-messages";
import { readContext } from "@/lib/engine/context/read-context";
import { rollSummary } from "@/lib/engine/context/roll-summary";
import type { ModelMessage } from "ai";
import { userId, type Product } from "./product";

const contextWindow = 1_000_000;
const runId = "run";

/** What the first call for a reply is sent. Tokens are by estimate; `limit` leaves room for the answer. */
export type Sent = {
  /** Of everything: instructions and tools, the summary, the window, the question. */
  tokens: number;
  limit: number;
  /** In the place of what is not shown. */
  lead: string;
  leadTokens: number;
  /** The newest messages and the question. */
  window: string;
};

type Prepared = Sent & { placed: PlacedMessage[]; summary: KeptSummary | null; room: ContextRoom };
/** `summarisedSeq`: as it stood in the conversation's record when the reply began. */
type Question = PlacedMessage & { summarisedSeq: number };

/**
 * Makes the context for a reply to a message that is kept already, as its run does: read, put together, and
 * fitted for the first call.
 */
export async function prepareReply(
  product: Product,
  conversationId: string,
  question: Question,
): Promise<Prepared> {
  const { toolSet: tools, instructions, files } = product;
  const { summarisedSeq } = question;
  const place = { seq: question.seq + 1, summarisedSeq, path: wholePath };
  const asked = { userId, conversationId, place, question: question.message };
  const { placed, summary } = await readContext(product, asked, new AbortController().signal);
  const made = {
    mode: "fast" as const,
    contextWindow,
    seesImages: true,
    activeTools: Object.keys(tools),
    mostTokens: null,
    contributions: [],
  };
  const context = await toModelContext({ userId, placed, summary, instructions, tools, files, ...made });
  const { room, leadLength } = context;
  const messages = createFitMessages({
    ...context,
    findResult: () => ({ compact: null, ids: [] }),
    isTight: false,
  })(context.messages);
  const [lead, window] = [messages.slice(0, leadLength), messages.slice(leadLength)];
  // What the budget sets aside for a summary is counted where it is sent.
  const tokens = room.system - summaryTokens + sumTokens(messages);
  return {
    tokens,
    limit: room.total - room.answer,
    lead: toShownText(lead),
    leadTokens: sumTokens(lead),
    window: toShownText(window),
    placed,
    summary,
    room,
  };
}

/**
 * Goes through a conversation that is kept, reply after reply: what each was sent, and what was summed up
 * behind it.
 */
export async function rollOver(
  product: Product,
  conversationId: string,
  messages: readonly PlacedMessage[],
): Promise<Sent[]> {
  const sent: Sent[] = [];
  for (const [at, question] of messages.entries()) {
    const reply = messages[at + 1];
    if (question.message.role !== "user" || reply === undefined) continue;
    const { summarisedSeq } = await product.conversations.get(userId, conversationId);
    const { placed, summary, room, ...one } = await prepareReply(product, conversationId, {
      ...question,
      summarisedSeq,
    });
    sent.push(one);
    await rollSummary(
      { ...product, records: product },
      { id: runId, userId, conversationId, place: { seq: reply.seq, summarisedSeq, path: wholePath } },
      { context: { placed, summary }, room },
      reply.message,
    );
  }
  return sent;
}

function sumTokens(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, message) => sum + estimateMessageTokens(message), 0);
}

function toShownText(messages: readonly ModelMessage[]): string {
  return messages
    .flatMap(({ content }) => (typeof content === "string" ? [content] : content.map(toPartText)))
    .join("\n");
}

function toPartText(part: Exclude<ModelMessage["content"], string>[number]): string {
  if (part.type === "text") return part.text;
  return part.type === "tool-result" && part.output.type === "text" ? part.output.value : "";
}
