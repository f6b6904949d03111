import { estimateTokenCount } from "tokenx";

/** A message of the person, with its time in milliseconds since 1970. */
export type PersonMessage = { messageId: string; text: string; at: number };
/** What of a message the small model is shown: what the person typed, without code. */
export type OwnMessage = PersonMessage;

/** Tokens of one message, and of all messages of a question. */
const limits = { message: 500, batch: 2_500 };

/**
 * The person's own words in groups that fit into one question each, the oldest first. Messages without any
 * are left out.
 */
export function toBatches(messages: readonly PersonMessage[]): OwnMessage[][] {
  const batches: OwnMessage[][] = [];
  let room = 0;
  for (const { text, ...message } of messages) {
    const own = toOwnText(text);
    if (!/\p{L}/u.test(own)) continue;
    const tokens = estimateTokenCount(own) + 10;
    if (tokens > room) {
      batches.push([]);
      room = limits.batch;
    }
    batches.at(-1)?.push({ ...message, text: own });
    room -= tokens;
  }
  return batches;
}

const quotations =
  /"[^"\n]{1,500}"|“[^“”]{1,2000}”|„[^„“”]{1,2000}[“”]|«[^«»]{1,2000}»|「[^「」]{1,2000}」|『[^『』]{1,2000}』/gu;

/**
 * Without quotations and blocks of code; angle brackets are softened, so that no message can close the fence
 * around it.
 */
function toOwnText(text: string): string {
  const own = text
    .replace(/\r\n?/g, "\n")
    .replace(/\p{Cf}/gu, "")
    .replace(/(```|~~~)[\s\S]*?(?:\1|$)/g, "[…]")
    .replace(quotations, "[…]")
    .replace(/\n\s*\n+/g, "\n")
    .replaceAll("<", "‹")
    .replaceAll(">", "›")
    .trim();
  return cutToTokens(own, limits.message);
}

function cutToTokens(text: string, tokens: number): string {
  const total = estimateTokenCount(text);
  return total <= tokens ? text : text.slice(0, Math.floor((text.length * tokens) / total));
}
