import { setImmediate } from "node:timers/promises";
import type { StoredMessage } from "@/lib/data/messages";
import { listPairs, readAnswerText, readNamedSources } from "@/lib/features/evidence/gather-answer";
import { findStoredClaims } from "@/lib/features/evidence/stored-claims";
import { listMarkVerdicts } from "@/lib/features/evidence/shape/answer-evidence";
import {
  toShownNumbers,
  writeShownNumbers,
  type ShownNumbers,
} from "@/lib/features/evidence/shape/citation-marks";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { toMessageText } from "@/lib/protocol/message-text";
import type { Snapshot, SnapshotTurn } from "./shape";

/**
 * What others may read of a conversation: no memories, reasoning, steps, costs, files, and no sources that
 * are the person's own documents.
 */
export async function toSnapshot(about: SnapshotHead, messages: readonly StoredMessage[]): Promise<Snapshot> {
  return toShown(about, await listTurns(messages));
}

type SnapshotHead = Pick<Snapshot, "title" | "takenAt">;

export function toShown(about: SnapshotHead, turns: readonly SnapshotTurn[]): Snapshot {
  return { ...about, turns: turns.filter(({ text }) => text !== "") };
}

/** One after the other: everybody else is answered between two messages. */
export async function listTurns(messages: readonly StoredMessage[]): Promise<SnapshotTurn[]> {
  const turns: SnapshotTurn[] = [];
  for (const { message } of messages) {
    turns.push(toTurn(message));
    await setImmediate();
  }
  return turns;
}

export function toTurn(message: ChatMessage): SnapshotTurn {
  const at = message.metadata?.createdAt ?? message.metadata?.endedAt;
  const when = at === undefined ? {} : { at };
  if (message.role === "user") return { role: "user", text: toMessageText(message), ...when, sources: [] };
  const text = readAnswerText(message);
  const named = readNamedSources(message);
  const checked = findStoredClaims(message)?.claims.flatMap((claim) => claim.sources) ?? [];
  const known = new Set([...named, ...checked].map(({ number }) => number));
  const shown = toShownNumbers(text, (number) => known.has(number));
  const sources = named
    .filter(({ url }) => /^https?:/.test(url))
    .map(({ number, url, title, site }) => ({ number: shown.get(number) ?? number, url, title, site }))
    .toSorted((a, b) => a.number - b.number);
  return {
    role: "assistant",
    text: writeShownNumbers(text, shown),
    ...when,
    ...toMarks(message, shown),
    sources,
    hasWithheld: [...shown.values()].some((number) => sources.every((source) => source.number !== number)),
  };
}

function toMarks(message: ChatMessage, shown: ShownNumbers): Pick<SnapshotTurn, "marks"> {
  const claims = findStoredClaims(message);
  if (claims === null) return {};
  return { marks: listMarkVerdicts(claims, listPairs(message), shown) };
}
