"use client";

import { useChat } from "@ai-sdk/react";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { createConversationSession, type ConversationSession, type ConversationSessionOptions } from "./conversation-session";
import type { SessionState } from "./session-state";

const throttleMs = 50;

/** A conversation for a component: one session for as long as it is mounted. Its options are those of the first render. */
export function useConversation(options: ConversationSessionOptions): {
  session: ConversationSession;
  messages: ChatMessage[];
  state: SessionState;
} {
  const [session] = useState(() => createConversationSession(options));
  const { messages } = useChat({ chat: session.chat, throttle: throttleMs });
  const state = useSyncExternalStore(session.state.subscribe, session.state.get, session.state.get);
  useEffect(() => session.open(), [session]);
  return { session, messages, state };
}
