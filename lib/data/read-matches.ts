import type { FoundConversation } from "@/lib/protocol/conversations";
import type { Store, StoredDocument } from "@/lib/store/store";
import { toConversation, toSummary } from "./conversations";
import type { Match } from "./find-matches";
import { toStored } from "./messages";
import { paths } from "./paths";
import { findMarks, makeSnippet } from "./snippet";
import { isBegun, type AskedWords } from "./asked-words";
import { toTerms } from "./search-terms";
import { readText } from "./turn-words";

type Ask = { userId: string; asked: AskedWords; matches: readonly Match[] };

/** The matches as a person sees them. What was deleted, replaced or renamed since its words were kept is left out. */
export async function readMatches(
  store: Store,
  { userId, asked, matches }: Ask,
): Promise<FoundConversation[]> {
  const conversations = matches.map(({ conversationId }) => paths.conversation(userId, conversationId));
  const messages = matches.flatMap(({ conversationId, messageId }) =>
    messageId === null ? [] : [paths.message(userId, conversationId, messageId)],
  );
  const found = new Map(
    (await store.findMany([...conversations, ...messages])).flatMap((document) =>
      document === null ? [] : [[document.path, document] as const],
    ),
  );
  return matches.flatMap(({ conversationId, messageId }) => {
    const conversation = found.get(paths.conversation(userId, conversationId));
    const message = messageId === null ? null : found.get(paths.message(userId, conversationId, messageId));
    return conversation === undefined || message === undefined
      ? []
      : (toFound(conversation, message, asked) ?? []);
  });
}

function toFound(
  conversation: StoredDocument,
  message: StoredDocument | null,
  asked: AskedWords,
): FoundConversation | null {
  if (toConversation(conversation.data).temporary) return null;
  const summary = toSummary(conversation.id, conversation.data);
  const titleMarks = findMarks(summary.title, asked);
  if (message === null) {
    return holdsAsked(toTerms(summary.title), asked) ? { ...summary, titleMarks, snippet: null } : null;
  }
  const snippet = makeSnippet(readText(toStored(message).message), asked);
  return snippet === null ? null : { ...summary, titleMarks, snippet: { messageId: message.id, ...snippet } };
}

function holdsAsked(terms: readonly string[], { terms: whole, begun }: AskedWords): boolean {
  const held = new Set(terms);
  return (
    whole.isSubsetOf(held) ||
    (begun !== null && begun.before.isSubsetOf(held) && terms.some((term) => isBegun(begun, term)))
  );
}
