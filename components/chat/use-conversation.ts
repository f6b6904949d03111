"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState, useCallback, useLayoutEffect, useRef, type RefObject } from "react";
import { choicesStore, toChatOptions, type AgentChoice } from "@/lib/client/conversation/choices";
import { readCollections } from "@/lib/client/conversation/chosen-collections";
import { createConversationStore, type ConversationStore } from "@/lib/client/conversation/store";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ChatOptions } from "@/lib/protocol/chat-request";
import { findNoAnswer, openConversationStore } from "@/lib/client/open-conversation";
import { findNewestAnswer } from "@/lib/client/message/read-turn";
import type { ConversationSummary } from "@/lib/protocol/conversations";
import type { ClientSettings } from "@/lib/protocol/client-settings";
import type { QuotaState } from "@/lib/features/quotas/shape/quotas";
import type { ComposerHandle } from "./composer/use-composer";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useStore } from "zustand";
import { useAgent, useNewestAgent } from "./use-agent";
import { showToast } from "@/components/ui/toast";
import { readDraft, writeDraft, toTemporaryKey } from "@/lib/client/conversation/storage";
import {
  attendTemporaryChat,
  keepTemporaryChat,
  temporaryAddress,
} from "@/lib/client/conversation/temporary";

export type ChatProps = {
  conversationId: string;
  initialMessages: ChatMessage[];
  /** Of other branches. */
  otherMessages?: ChatMessage[];
  olderCursor: string | null;
  isRunning: boolean;
  settings: ClientSettings;
  quota: QuotaState;
  isTemporary: boolean;
  /** The named agent of a stored conversation; `null` is the built-in one. */
  agent?: string | null;
  /** As it is stored; `null` before its first message. */
  summary?: ConversationSummary | null;
  /** It holds a step of the plan of that conversation, and nobody else writes here. */
  stepOf?: string | undefined;
  /** While it has no message: makes it temporary, or an ordinary one again. */
  onTemporary?: (isTemporary: boolean) => void;
  /** It has its own address. */
  onBegun?: () => void;
};

/** One store for as long as the conversation is on the page. */
export function useConversation(
  { conversationId, initialMessages, otherMessages = [], ...props }: ChatProps,
  composer: RefObject<ComposerHandle | null>,
): { store: ConversationStore; temporary: TemporaryChat; agent: AgentChoice } {
  const { olderCursor, isRunning, settings, isTemporary, agent, summary = null } = props;
  const language = useLocale();
  const temporary = useTemporaryChat({
    conversationId,
    isTemporary,
    isStored: initialMessages.length > 0,
    onKept: () => composer.current?.focus(),
  });
  const { agentNow, noteAgent } = useNewestAgent();
  const folder = useFolderOption();
  const settingsNow = useNewest(settings);
  const [store] = useState(() =>
    createConversationStore({
      ...{ conversationId, messages: initialMessages, others: otherMessages, olderCursor, isRunning },
      getOptions: () => ({
        ...toChatOptions(choicesStore.getState(), settingsNow(), { language, timezone: readTimeZone() }),
        ...(temporary.isTemporaryNow() && { temporary: true }),
        ...toAgentOption(agentNow()),
        ...folder(),
        ...toScopeOptions(temporary.isTemporaryNow() ? toTemporaryKey(conversationId) : conversationId),
      }),
      isTemporary: temporary.isTemporaryNow,
      onAccepted() {
        showAddress(conversationId);
        props.onBegun?.();
        temporary.noteStored();
      },
      onReturned: (draft) => composer.current?.putBack(draft),
    }),
  );
  useEffect(() => store.getState().open(), [store]);
  useToldAnswer(store);
  const asked = useSearchParams().get("agent");
  const { agent: choice, next } = useAgent({
    cards: settings.agents,
    messages: useStore(store, (state) => state.messages),
    initial: agent ?? null,
    begins: agent === undefined ? { asked } : null,
  });
  useLayoutEffect(() => noteAgent(next), [noteAgent, next]);
  const agentName = choice.chosen?.name ?? null;
  const isShownTemporary = temporary.isTemporary;
  useEffect(() => {
    const bare = { title: "", createdAt: 0, updatedAt: 0, activeRunId: null };
    const open = {
      ...(summary ?? bare),
      id: conversationId,
      isTemporary: isShownTemporary,
      agent: agentName,
    };
    if (summary !== null || isShownTemporary) openConversationStore.setState({ open });
    return () => openConversationStore.setState({ open: null });
  }, [summary, conversationId, isShownTemporary, agentName]);
  return { store, temporary, agent: choice };
}

/** Lets what stands around the chat ask for its newest answer. */
function useToldAnswer(store: ReturnType<typeof createConversationStore>): void {
  useEffect(() => {
    const findAnswer = () => findNewestAnswer(store.getState().messages);
    openConversationStore.setState({ findAnswer });
    return () => openConversationStore.setState({ findAnswer: findNoAnswer });
  }, [store]);
}

/** For what is called later: the value as it was drawn last. */
function useNewest<VALUE>(value: VALUE): () => VALUE {
  const newest = useRef(value);
  useLayoutEffect(() => void (newest.current = value), [value]);
  return useCallback(() => newest.current, []);
}

function toAgentOption(agent: string | undefined): { agent?: string } {
  return agent === undefined ? {} : { agent };
}

/** A conversation that begins at `/?folder=` belongs there, also when its address is its own. */
function useFolderOption(): () => Pick<ChatOptions, "folder"> {
  const asked = useSearchParams().get("folder");
  const isNew = usePathname() === "/";
  const newest = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (isNew) newest.current = asked;
  }, [isNew, asked]);
  return useCallback(() => (newest.current === null ? {} : { folder: newest.current }), []);
}

/** Without a choice it is the agent's, or the handbook alone. */
function toScopeOptions(scopeKey: string): Pick<ChatOptions, "collections"> {
  const collections = readCollections(scopeKey);
  return collections.length === 0 ? {} : { collections: [...collections] };
}

function readTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** A new conversation gets its own address with its first message, without leaving the page. */
function showAddress(conversationId: string): void {
  const path = `/c/${conversationId}`;
  if (window.location.pathname !== path) window.history.replaceState(null, "", path);
}

type TemporaryChat = {
  isTemporary: boolean;
  /** The same, for what is called later. */
  isTemporaryNow: () => boolean;
  /** The server has its first message. */
  noteStored: () => void;
  keep: () => void;
};

type ChatInput = { conversationId: string; isTemporary: boolean; isStored: boolean; onKept: () => void };

/** A chat that is deleted when it is left, unless the person keeps it. */
function useTemporaryChat({
  conversationId,
  isTemporary: isAsked,
  isStored: wasStored,
  onKept,
}: ChatInput): TemporaryChat {
  const t = useTranslations("chat.temporary");
  const [isKept, setKept] = useState(false);
  const [isStored, setStored] = useState(wasStored);
  const isTemporary = isAsked && !isKept;
  const newest = useRef(isTemporary);
  useLayoutEffect(() => void (newest.current = isTemporary), [isTemporary]);

  const leave = useLeaving(conversationId);
  const isAttended = isTemporary && isStored;
  useEffect(
    () => (isAttended ? attendTemporaryChat(conversationId, leave) : undefined),
    [isAttended, conversationId, leave],
  );

  const keep = async () => {
    const answer = await keepTemporaryChat(conversationId);
    if (answer.ok) {
      setKept(true);
      showToast({ text: t("kept") });
      // The button is gone; on a phone the keyboard would cover half of the chat.
      if (matchMedia("(pointer: fine)").matches) onKept();
    } else if (answer.status === 404) leave();
    else showToast({ text: t("notKept"), isFailure: true });
  };
  return {
    isTemporary,
    isTemporaryNow: useCallback(() => newest.current, []),
    noteStored: useCallback(() => setStored(true), []),
    keep: () => void keep(),
  };
}

/** Its time is over: what was being written goes on in another one. */
function useLeaving(conversationId: string): () => void {
  const t = useTranslations("chat.temporary");
  const router = useRouter();
  return useCallback(() => {
    writeDraft(toTemporaryKey("new"), readDraft(toTemporaryKey(conversationId)));
    showToast({ text: t("gone") });
    router.replace(temporaryAddress);
  }, [conversationId, router, t]);
}
