"use client";

import type { AnswerWords } from "@/i18n/answer-words";
import { Chat } from "./chat";
import { MessageList } from "./message-list";
import type { ChatProps } from "./use-conversation";
import { WithWords } from "./with-words";

/** A conversation that has messages from the first. */
export function OpenConversation({ words, ...props }: ChatProps & { words: AnswerWords }) {
  return (
    <WithWords words={words}>
      <Chat {...props} List={MessageList} />
    </WithWords>
  );
}
