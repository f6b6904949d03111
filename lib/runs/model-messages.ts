import { selectHistory } from "@/lib/agent/history";
import type { Files } from "@/lib/data/files";
import type { ChatMessage, ChatPart } from "@/lib/protocol/chat-message";
import { convertToModelMessages, type ModelMessage, type ToolSet } from "ai";

/** At most this many messages of a conversation are read for a run, however long it is. */
export const historyWindow = 40;

export type HistoryInput = {
  userId: string;
  messages: readonly ChatMessage[];
  budgetTokens: number;
  seesImages: boolean;
  tools: ToolSet;
  files: Files;
};

/** The conversation as the model gets it: the newest that fits, pictures as bytes for models that see, as a word for those that do not. */
export async function toModelMessages({ userId, messages, budgetTokens, seesImages, tools, files }: HistoryInput): Promise<ModelMessage[]> {
  const selected = selectHistory(messages, budgetTokens);
  const readable = await Promise.all(
    selected.map(async (message) => ({
      ...message,
      parts: await Promise.all(message.parts.map((part) => toReadablePart(part, { userId, seesImages: seesImages && message.role === "user", files }))),
    })),
  );
  return convertToModelMessages<ChatMessage>(readable, { tools, ignoreIncompleteToolCalls: true });
}

/** The reply that is being made, as far as it is; nothing of it is left out. */
export async function toOwnModelMessages({ userId, message, tools, files }: { userId: string; message: ChatMessage; tools: ToolSet; files: Files }): Promise<ModelMessage[]> {
  const parts = await Promise.all(message.parts.map((part) => toReadablePart(part, { userId, seesImages: false, files })));
  return convertToModelMessages<ChatMessage>([{ ...message, parts }], { tools, ignoreIncompleteToolCalls: true });
}

async function toReadablePart(part: ChatPart, { userId, seesImages, files }: { userId: string; seesImages: boolean; files: Files }): Promise<ChatPart> {
  if (part.type !== "file") return part;
  const name = part.filename ?? "picture";
  if (!seesImages) return { type: "text", text: `[A picture: ${name}. It cannot be shown to you.]` };
  const file = await files.get(userId, part.url.slice(part.url.lastIndexOf("/") + 1)).catch(() => null);
  if (file === null) return { type: "text", text: `[A picture: ${name}. It is no longer there.]` };
  return { ...part, url: `data:${file.mediaType};base64,${Buffer.from(file.bytes).toString("base64")}` };
}
