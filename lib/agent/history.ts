import type { ChatMessage, ChatPart } from "@/lib/protocol/chat-message";
import type { AnyToolResult } from "@/lib/protocol/tool-results";
import { estimateTokens } from "./tokens";

/** A finished tool result of an earlier turn keeps this many characters; the rest is there for `recall_details`. */
const keptCharacters = 600;

/**
 * The newest messages that fit the budget, oldest first, made small: earlier turns lose their reasoning and the length of their results.
 * The newest message is always kept, and the window never starts with a reply.
 */
export function selectHistory(messages: readonly ChatMessage[], budgetTokens: number): ChatMessage[] {
  const selected: ChatMessage[] = [];
  let left = budgetTokens;
  for (const message of [...messages].reverse()) {
    const small = selected.length === 0 ? message : compactMessage(message);
    left -= estimateMessage(small);
    if (selected.length > 0 && left < 0) break;
    selected.unshift(small);
  }
  const start = selected.findIndex((message) => message.role === "user");
  return start <= 0 ? selected : selected.slice(start);
}

/** An earlier turn as the model sees it again. Pure; the stored message stays as it is. */
export function compactMessage(message: ChatMessage): ChatMessage {
  if (message.role === "user") return message;
  return { ...message, parts: message.parts.flatMap(compactPart) };
}

function compactPart(part: ChatPart): ChatPart[] {
  // Some vendors refuse a text without words, which a cut can leave behind.
  if (part.type === "text" && part.text.trim() === "") return [];
  if (part.type === "text" || part.type === "step-start" || part.type === "file" || part.type === "steering-message") return [part];
  if (!("toolCallId" in part)) return [];
  if (part.state !== "output-available") return part.state === "output-error" ? [part] : [];
  // Our own runner wrote it, for tools registered at run time too.
  const output = part.output as AnyToolResult;
  if (!output.ok || output.text.length <= keptCharacters) return [part];
  const text = `${output.text.slice(0, keptCharacters)}\n… (shortened${toRecallHint(part)})`;
  return [{ ...part, output: { ...output, text } } as ChatPart];
}

function toRecallHint(part: Extract<ChatPart, { state: "output-available" }>): string {
  if (part.type !== "tool-web_fetch" || !part.output.ok) return "";
  const ids = part.output.data.pages.map((page) => page.resultId);
  return ids.length === 0 ? "" : `; whole with recall_details: ${ids.join(", ")}`;
}

function estimateMessage(message: ChatMessage): number {
  return message.parts.reduce((total, part) => {
    if (part.type === "text") return total + estimateTokens(part.text);
    if (part.type === "file") return total + 1_000;
    return "toolCallId" in part && "output" in part ? total + estimateTokens(JSON.stringify(part.output ?? null)) : total;
  }, 4);
}
