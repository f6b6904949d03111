"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ConversationSessionOptions } from "./conversation-session";
import type { QueuedMessage } from "./queue-store";
import { createQueuedSession, type QueuedSession } from "./queued-session";
import type { SessionState } from "./session-state";

/** A conversation for a component: one session for as long as it is mounted. Its options are those of the first render. */
export function useConversation(options: ConversationSessionOptions): {
  session: QueuedSession;
  messages: ChatMessage[];
  state: SessionState;
  queued: QueuedMessage[];
} {
  const [session] = useState(() => createQueuedSession(options));
  const messages = useSyncExternalStore(
    session.subscribeToMessages,
    session.getMessages,
    session.getMessages,
  );
  const state = useSyncExternalStore(session.state.subscribe, session.state.get, session.state.get);
  const queued = useSyncExternalStore(session.queue.subscribe, session.queue.get, session.queue.get);
  useEffect(() => session.open(), [session]);
  return { session, messages, state, queued };
}
