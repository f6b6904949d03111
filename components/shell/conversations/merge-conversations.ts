import type { ConversationSummary } from "@/lib/protocol/conversations";

/**
 * Puts a fresh first page over what is already listed. What should stand on that page and does not was deleted elsewhere;
 * what is older than the page stays.
 */
export function mergeFirstPage(
  listed: readonly ConversationSummary[],
  page: readonly ConversationSummary[],
  isWhole: boolean,
): ConversationSummary[] {
  const oldest = page.at(-1)?.updatedAt ?? Number.POSITIVE_INFINITY;
  const older = isWhole ? [] : listed.filter(({ updatedAt }) => updatedAt < oldest);
  return mergeNewestFirst(page, older);
}

/** Joins two lists by id, the first one's entries winning, newest first. */
export function mergeNewestFirst(
  first: readonly ConversationSummary[],
  second: readonly ConversationSummary[],
): ConversationSummary[] {
  const byId = new Map([...second, ...first].map((conversation) => [conversation.id, conversation]));
  return [...byId.values()].sort((a, b) => b.updatedAt - a.updatedAt);
}
