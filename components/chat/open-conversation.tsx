"use client";

import { WithWords, type AnswerWords } from "./answer-words";
import { Chat } from "./chat";
import { MessageList } from "./message-list";
import type { ChatProps } from "./use-conversation";

/** A conversation that has messages from the first. */
export function OpenConversation({ words, ...props }: ChatProps & { words: AnswerWords }) {
  return (
    <WithWords words={words}>
      <Chat {...props} List={MessageList} />
    </WithWords>
  );
}
