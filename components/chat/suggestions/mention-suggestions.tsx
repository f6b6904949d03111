import { useTranslations } from "next-intl";
import { useCallback } from "react";
import type { AgentChoice } from "@/lib/client/conversation/choices";
import { listConversations } from "@/lib/features/conversations/api";
import { listCollections } from "@/lib/features/documents/api";
import { call, loadFrom } from "@/lib/client/request";
import { useResource } from "@/lib/client/resource";
import { waitFor } from "@/lib/client/wait";
import { builtInAgentId, builtInAgentName } from "@/lib/features/agents/shape/built-in-agent";
import type { ConversationsReply, ConversationSummary } from "@/lib/protocol/conversations";
import type { CollectionsReply, CollectionView } from "@/lib/features/documents/shape/documents";
import type { Mention, MentionKind } from "@/lib/protocol/mentions";
import { mentionIcons } from "./mention-chips";
import { SuggestionList } from "./suggestion-list";
import type { Suggestions } from "./use-suggestions";

type Props = {
  suggestions: Suggestions;
  query: string;
  agent: AgentChoice;
  /** It is not offered in itself. */
  conversationId: string;
  onChoose: (mention: Mention) => void;
};

/** Agents, collections and earlier conversations whose names contain the text after the at sign. */
export function MentionSuggestions({ suggestions, query, agent, conversationId, onChoose }: Props) {
  const t = useTranslations("chat.suggestions");
  const { items: collections } = useResource(collectionList);
  const conversations = useFoundConversations(query);
  const builtIn = { id: builtInAgentId, name: builtInAgentName };
  const named: Record<MentionKind, readonly { id: string; name: string }[]> = {
    agent: hold(agent.cards.length > 0 ? [builtIn, ...agent.cards] : [], query),
    collection: hold(collections, query),
    conversation: conversations.filter(({ id }) => id !== conversationId),
  };
  const toGroup = (kind: MentionKind) => ({
    heading: t(`groups.${kind}`),
    entries: named[kind].slice(0, mostOfKind).map(({ id, name }) => ({
      ...{ id: `${kind}-${id}`, name, note: null, icon: mentionIcons[kind] },
      choose: () => onChoose({ kind, id, name }),
    })),
  });
  const groups = [toGroup("agent"), toGroup("collection"), toGroup("conversation")];
  return (
    <SuggestionList
      suggestions={suggestions}
      label={t("mention")}
      groups={groups.filter(({ entries }) => entries.length > 0)}
      empty={query === "" ? t("nothingToMention") : null}
    />
  );
}

const mostOfKind = 6;

function hold<NAMED extends { name: string }>(all: readonly NAMED[], query: string): NAMED[] {
  return all.filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()));
}

const collectionList = {
  load: loadFrom(listCollections),
  key: ({ id }: CollectionView) => id,
  page: ({ collections: items }: CollectionsReply) => ({ items }),
};

const pauseMs = 200;

/** The newest, or those in which the words stand, shortly after the last one was typed. */
function useFoundConversations(query: string): readonly { id: string; name: string }[] {
  const load = useCallback(
    async (_: string | null, signal: AbortSignal) => {
      if (query !== "") await waitFor(pauseMs, signal);
      return call(listConversations, { query: { limit: 12, q: query || null }, signal });
    },
    [query],
  );
  const { items } = useResource({ ...conversationList, load });
  return items.map(({ id, title }) => ({ id, name: title }));
}

const conversationList = {
  key: ({ id }: ConversationSummary) => id,
  page: ({ conversations: items }: ConversationsReply) => ({ items }),
};
