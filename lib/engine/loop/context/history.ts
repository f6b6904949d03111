import { estimateTokens, imageTokens } from "@/lib/engine/loop/tokens";
import type { ChatMessage, ChatPart } from "@/lib/protocol/chat-message";
import { findResult, type AnyToolResult } from "@/lib/protocol/tool-results";
import { toMessageText } from "@/lib/protocol/message-text";
import { earlierId } from "@/lib/protocol/tools";
import { findHintIds, longResultTokens, toRecallHint } from "./results";
import { shorten, takeHead, takeTail } from "./shorten";
import { recallTool } from "@/lib/engine/tools/recall-details/schema";

/** A message with its number in the conversation, from 1, and its branch there. */
export type PlacedMessage = { seq: number; branch?: number | undefined; message: ChatMessage };

/** What an earlier turn keeps of a long result that nobody has compacted. */
const keptTokens = 450;

/**
 * The newest messages that fit, oldest first, made small: earlier turns lose their reasoning and the length
 * of their results. The newest message is always kept, and of the exchange before it what fits in
 * `newestTokens`; the window never starts with a reply. What stands before `behindSeq` is left out.
 */
export function selectHistory(
  messages: readonly PlacedMessage[],
  { tokens, newestTokens, behindSeq }: { tokens: number; newestTokens: number; behindSeq: number },
): PlacedMessage[] {
  const newest = messages.slice(-1);
  const earlier = messages.slice(0, -1).filter(({ seq }) => seq > behindSeq);
  const start = earlier.findLastIndex(({ message }) => message.role === "user");
  if (start === -1) return newest;
  const selected = shortenExchange(earlier.slice(start).map(toSmall), newestTokens);
  if (selected.length === 0) return newest;
  let left = tokens - sumTokens(selected);
  for (const placed of earlier.slice(0, start).toReversed()) {
    const small = toSmall(placed);
    left -= estimateMessage(small.message);
    if (left < 0) break;
    selected.unshift(small);
  }
  return [...selected.slice(selected.findIndex(({ message }) => message.role === "user")), ...newest];
}

function toSmall({ seq, message }: PlacedMessage): PlacedMessage {
  return { seq, message: compactMessage(message) };
}

function sumTokens(messages: readonly PlacedMessage[]): number {
  return messages.reduce((sum, { message }) => sum + estimateMessage(message), 0);
}

/** Shortens a long question, else drops the reply's oldest calls, else cuts the reply; else gives nothing. */
function shortenExchange(exchange: PlacedMessage[], room: number): PlacedMessage[] {
  const [question, ...replies] = exchange;
  const over = sumTokens(exchange) - room;
  if (question === undefined || over <= 0) return exchange;
  const shorter = cutMessage(question, over);
  if (shorter !== null) return [shorter, ...replies];
  const fewer = dropCalls(replies, over);
  const stillOver = sumTokens([question, ...fewer]) - room;
  if (stillOver <= 0) return [question, ...fewer];
  const reply = fewer.at(-1);
  const cut = reply === undefined ? null : cutMessage(reply, stillOver);
  return cut === null ? [] : [question, ...fewer.slice(0, -1), cut];
}

function dropCalls(replies: readonly PlacedMessage[], over: number): PlacedMessage[] {
  let left = over;
  return replies.map(({ seq, message }) => {
    const parts = message.parts.filter((part) => {
      if (left <= 0 || !("toolCallId" in part)) return true;
      left -= estimateMessage({ ...message, parts: [part] }) - estimateMessage({ ...message, parts: [] });
      return false;
    });
    return { seq, message: { ...message, parts } };
  });
}

/** The end of a long message, where people often say what they want of it. */
const keptEndTokens = 150;
const hintTokens = 50;

function cutMessage({ seq, message }: PlacedMessage, over: number): PlacedMessage | null {
  const text = toMessageText(message).trim().toWellFormed();
  const room = estimateTokens(text) - over - keptEndTokens - hintTokens;
  if (room < keptEndTokens) return null;
  const end = takeTail(text, keptEndTokens);
  const cut = `${takeHead(text, room)}\n… (left out here; look it up with ${recallTool}: resultId "${earlierId}", focus "#${seq}" and what you look for)\n${end}`;
  return {
    seq,
    message: {
      ...message,
      parts: [{ type: "text", text: cut }, ...message.parts.filter(({ type }) => type !== "text")],
    },
  };
}

/** The newest message with so many exchanges before it. */
export function takeExchanges(messages: readonly PlacedMessage[], count: number): PlacedMessage[] {
  const asked = messages.flatMap(({ message }, index) => (message.role === "user" ? [index] : []));
  return messages.slice(asked.at(-1 - count) ?? asked[0] ?? 0);
}

/** An earlier turn as the model sees it again. Pure; the stored message stays as it is. */
export function compactMessage(message: ChatMessage): ChatMessage {
  if (message.role === "user") return message;
  return { ...message, parts: message.parts.flatMap(compactPart) };
}

function compactPart(part: ChatPart): ChatPart[] {
  // Some vendors refuse a text without words, which a cut can leave behind.
  if (part.type === "text" && part.text.trim() === "") return [];
  if (
    part.type === "text" ||
    part.type === "step-start" ||
    part.type === "file" ||
    part.type === "steering-message"
  )
    return [part];
  if (!("toolCallId" in part)) return [];
  if (part.state === "output-denied") return [toRefused(part)];
  if (part.state !== "output-available") return part.state === "output-error" ? [part] : [];
  const output = findResult(part.output);
  // What a vendor's own tool gave is not ours to send.
  if (output === null) return [];
  if (!output.ok || estimateTokens(output.text) <= longResultTokens) return [part];
  const text =
    output.compact ??
    `${shorten(output.text, "", keptTokens)}\n(Shortened${toRecallHint(listResultIds(output))}.)`;
  return [{ ...part, output: { ...output, text } } as ChatPart];
}

/** It shall not be asked for again as if nobody had said anything. */
function toRefused({ approval, ...part }: DeniedPart): ChatPart {
  return {
    ...part,
    state: "output-error",
    errorText: approval.reason ?? "The person did not allow this call.",
  } as ChatPart;
}

type DeniedPart = Extract<ChatPart, { state: "output-denied" }>;

/** The ids that recall a result: of its pages, or its own. What looks so in another tool's text is none. */
export function listResultIds(output: AnyToolResult): string[] {
  if (!output.ok) return [];
  const data = "data" in output ? output.data : null;
  if (typeof data !== "object" || data === null)
    return output.compact === undefined ? [] : findHintIds(output.compact);
  if ("pages" in data && Array.isArray(data.pages))
    return [...new Set(data.pages.flatMap((page: unknown) => readId(page, "resultId")))];
  if ("results" in data && Array.isArray(data.results))
    return [...new Set(data.results.flatMap((result: unknown) => readId(result, "evidenceId")))];
  const own = readId(data, "resultId");
  return own.length === 0 && output.compact !== undefined ? findHintIds(output.compact) : own;
}

function readId(value: unknown, key: "resultId" | "evidenceId"): string[] {
  const id: unknown =
    typeof value === "object" && value !== null ? (value as Partial<Record<string, unknown>>)[key] : null;
  return typeof id === "string" ? [id] : [];
}

/** Of a picture that was made for the person the model reads only what it is called. */
const nameTokens = 20;

/** What a message takes of the window, as the model reads it. */
export function estimateMessage(message: ChatMessage): number {
  return message.parts.reduce((total, part) => {
    if (part.type === "text") return total + estimateTokens(part.text);
    if (part.type === "steering-message") return total + estimateMessage({ ...message, parts: part.parts });
    if (part.type === "file") return total + (message.role === "user" ? imageTokens : nameTokens);
    if (!("toolCallId" in part)) return total;
    const output = findResult("output" in part ? part.output : undefined);
    const read = output === null ? "" : output.ok ? output.text : output.message;
    return total + 20 + estimateTokens(JSON.stringify(part.input ?? null)) + estimateTokens(read);
  }, 4);
}
