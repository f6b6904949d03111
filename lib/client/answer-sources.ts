import type { ChatMessage } from "@/lib/protocol/chat-message";
import { readTurn } from "./read-turn";
import { chooseShownSources, collectSources, type Source } from "./sources";

/** What one answer cites, in the order of the numbers. */
export function listAnswerSources(message: ChatMessage, messages: ChatMessage[]): Source[] {
  const { sources, answer } = readTurn(message);
  return chooseShownSources(sources, answer, collectSources(messages));
}

/** Every page that was read in the conversation, and whatever else an answer of it cites. */
export function listConversationSources(messages: ChatMessage[]): Source[] {
  const known = collectSources(messages);
  const cited = messages
    .filter(({ role }) => role === "assistant")
    .flatMap((message) => listAnswerSources(message, messages));
  const read = [...known.values()].filter(({ isRead }) => isRead === true);
  return [...new Map([...read, ...cited].map((source) => [source.number, source])).values()].toSorted(
    (a, b) => a.number - b.number,
  );
}
