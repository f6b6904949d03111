"use client";

import { Chat } from "./chat";
import { MessageList } from "./message-list";
import type { ChatProps } from "./use-conversation";

/** A conversation that has messages from the first. */
export function OpenConversation(props: ChatProps) {
  return <Chat {...props} List={MessageList} />;
}
