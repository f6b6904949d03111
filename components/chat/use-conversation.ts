"use client";

import { useLocale } from "next-intl";
import { useEffect, useState, type RefObject } from "react";
import { choicesStore, toChatOptions } from "@/lib/client/choices";
import { createConversationStore, type ConversationStore } from "@/lib/client/conversation/store";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ClientSettings } from "@/lib/protocol/client-settings";
import type { QuotaState } from "@/lib/protocol/quotas";
import type { ComposerHandle } from "@/components/chat/composer/use-composer";
import { useTemporaryChat, type TemporaryChat } from "./use-temporary-chat";

export type ChatProps = {
  conversationId: string;
  initialMessages: ChatMessage[];
  olderCursor: string | null;
  isRunning: boolean;
  settings: ClientSettings;
  quota: QuotaState;
  isTemporary: boolean;
  /** While it has no message: makes it temporary, or an ordinary one again. */
  onTemporary?: (isTemporary: boolean) => void;
};

/** One store for as long as the conversation is on the page; its options are those of the first render. */
export function useConversation(
  { conversationId, initialMessages, olderCursor, isRunning, settings, isTemporary }: ChatProps,
  composer: RefObject<ComposerHandle | null>,
): { store: ConversationStore; temporary: TemporaryChat } {
  const language = useLocale();
  const temporary = useTemporaryChat({
    conversationId,
    isTemporary,
    isStored: initialMessages.length > 0,
    onKept: () => composer.current?.focus(),
  });
  const [store] = useState(() =>
    createConversationStore({
      ...{ conversationId, messages: initialMessages, olderCursor, isRunning },
      getOptions: () => ({
        ...toChatOptions(choicesStore.getState(), settings, { language, timezone: readTimeZone() }),
        ...(temporary.isTemporaryNow() && { temporary: true }),
      }),
      isTemporary: temporary.isTemporaryNow,
      onAccepted() {
        showAddress(conversationId);
        temporary.noteStored();
      },
      onReturned: (draft) => composer.current?.putBack(draft),
    }),
  );
  useEffect(() => store.getState().open(), [store]);
  return { store, temporary };
}

function readTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** A new conversation gets its own address with its first message, without leaving the page. */
function showAddress(conversationId: string): void {
  const path = `/c/${conversationId}`;
  if (window.location.pathname !== path) window.history.replaceState(null, "", path);
}
