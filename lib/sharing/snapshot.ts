import type { StoredMessage } from "@/lib/data/messages";
import { readAnswerText, readNamedSources } from "@/lib/evidence/gather-answer";
import { toShownNumbers, writeShownNumbers } from "@/lib/protocol/citation-marks";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { toMessageText } from "@/lib/protocol/message-text";
import type { Snapshot, SnapshotTurn } from "@/lib/protocol/snapshots";

/**
 * What others may read of a conversation: no memories, reasoning, steps, costs, files, and no sources that
 * are the person's own documents.
 */
export function toSnapshot(
  about: { title: string; takenAt: number },
  messages: readonly StoredMessage[],
): Snapshot {
  return {
    ...about,
    turns: messages.map(({ message }) => toTurn(message)).filter(({ text }) => text !== ""),
  };
}

export function toTurn(message: ChatMessage): SnapshotTurn {
  const at = message.metadata?.createdAt ?? message.metadata?.endedAt;
  const when = at === undefined ? {} : { at };
  if (message.role === "user") return { role: "user", text: toMessageText(message), ...when, sources: [] };
  const text = readAnswerText(message);
  const shown = toShownNumbers(text);
  const sources = readNamedSources(message)
    .filter(({ url }) => /^https?:/.test(url))
    .map(({ number, url, title, site }) => ({ number: shown.get(number) ?? number, url, title, site }))
    .toSorted((a, b) => a.number - b.number);
  return { role: "assistant", text: writeShownNumbers(text, shown), ...when, sources };
}
