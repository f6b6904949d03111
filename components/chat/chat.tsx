"use client";

import { useEffect, useMemo, useRef } from "react";
import { useStore } from "zustand";
import { EvidenceFrame } from "@/components/evidence/evidence-frame";
import { prefetchMarkdown } from "@/components/markdown/markdown";
import { isBusy } from "@/lib/client/conversation/state";
import { Announcers } from "./announcers";
import { ChatComposer } from "@/components/chat/composer/chat-composer";
import { EmptyState } from "./empty-state";
import type { MessageActions } from "@/components/chat/message/message-actions";
import { MessageList } from "./message-list";
import type { ComposerHandle } from "@/components/chat/composer/use-composer";
import { useConversation, type ChatProps } from "./use-conversation";
import { useNamedMessage } from "./use-named-message";

/** A conversation: its messages and the box to write in. Fills the height that its parent gives it. */
export function Chat(props: ChatProps) {
  return <Conversation key={props.conversationId} {...props} />;
}

function Conversation(props: ChatProps) {
  const { conversationId, settings, quota, onTemporary } = props;
  const composer = useRef<ComposerHandle>(null);
  const { store, temporary } = useConversation(props, composer);
  const messages = useStore(store, (state) => state.messages);
  const isReplying = useStore(store, isBusy);
  const isEmpty = useStore(store, (state) => state.messages.length === 0 && !isBusy(state) && !state.problem);
  const actions = useMemo<MessageActions>(
    () => ({ ...store.getState(), sendAgain: () => composer.current?.submit() }),
    [store],
  );
  useStopKey(isReplying, actions.stop);
  usePrefetchedMarkdown();
  useNamedMessage(store);

  return (
    <EvidenceFrame conversationId={conversationId} messages={messages} isBusy={isReplying}>
      {isEmpty ? (
        <EmptyState
          settings={settings}
          isTemporary={temporary.isTemporary}
          onTemporary={onTemporary}
          onStart={(text) => composer.current?.ask(text)}
        />
      ) : (
        <MessageList conversationId={conversationId} store={store} settings={settings} actions={actions} />
      )}
      <Announcers store={store} />
      <ChatComposer
        ref={composer}
        {...{ conversationId, store, settings, quota }}
        isTemporary={temporary.isTemporary}
        onKeep={isEmpty ? null : temporary.keep}
      />
    </EvidenceFrame>
  );
}

/** Esc stops the running reply, unless it has something open to close. */
function useStopKey(isReplying: boolean, stop: () => Promise<void>): void {
  useEffect(() => {
    if (!isReplying) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
      if (document.querySelector("dialog[open], [popover]:popover-open")) return;
      void stop();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [isReplying, stop]);
}

function usePrefetchedMarkdown(): void {
  useEffect(() => {
    const left = new AbortController();
    void prefetchMarkdown(left.signal);
    return () => left.abort();
  }, []);
}
