import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { AgentChoice } from "@/lib/client/choices";
import { request } from "@/lib/client/request";
import { waitFor } from "@/lib/client/wait";
import { builtInAgentId, builtInAgentName } from "@/lib/protocol/built-in-agent";
import type { ConversationsReply } from "@/lib/protocol/conversations";
import type { CollectionsReply } from "@/lib/protocol/documents";
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

/** Agents, collections and earlier conversations whose names hold what stands behind the at sign. */
export function MentionSuggestions({ suggestions, query, agent, conversationId, onChoose }: Props) {
  const t = useTranslations("chat.suggestions");
  const collections = useCollections();
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

type Named = { id: string; name: string };

function useCollections(): readonly Named[] {
  const [collections, setCollections] = useState<readonly Named[]>([]);
  useEffect(() => {
    const left = new AbortController();
    void request<CollectionsReply>("/api/collections", { signal: left.signal }).then((answer) => {
      if (answer.ok && !left.signal.aborted) setCollections(answer.value.collections);
    });
    return () => left.abort();
  }, []);
  return collections;
}

const pauseMs = 200;

/** The newest, or those in which the words stand, shortly after the last one was typed. */
function useFoundConversations(query: string): readonly Named[] {
  const [found, setFound] = useState<readonly Named[]>([]);
  useEffect(() => {
    const left = new AbortController();
    const load = async () => {
      if (query !== "") await waitFor(pauseMs, left.signal);
      if (left.signal.aborted) return;
      const asked = new URLSearchParams({ limit: "12", ...(query !== "" && { q: query }) });
      const answer = await request<ConversationsReply>(`/api/conversations?${asked}`, {
        signal: left.signal,
      });
      if (answer.ok && !left.signal.aborted)
        setFound(answer.value.conversations.map(({ id, title }) => ({ id, name: title })));
    };
    void load();
    return () => left.abort();
  }, [query]);
  return found;
}
