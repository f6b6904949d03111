"use client";

import { memo } from "react";
import { joinClasses } from "@/components/ui/class-names";
import type { ReplyStatus } from "@/lib/client/conversation/state";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ClientSettings } from "@/lib/protocol/client-settings";
import { AssistantMessage } from "./assistant-message";
import type { MessageActions } from "./message-actions";
import { UserMessage } from "./user-message";

export type MessageRowProps = {
  conversationId: string;
  message: ChatMessage;
  isLast: boolean;
  isIdle: boolean;
  settings: ClientSettings;
  actions: MessageActions;
  /** Set for the reply that is being written. */
  live: ReplyStatus | null;
};

/** Messages that do not change keep their identity, so only the one that is being written is drawn again. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, isLast } = props;
  return (
    <div
      className={joinClasses(
        message.role === "user" ? "pb-5" : "pb-9",
        !isLast && "[contain-intrinsic-size:auto_20rem] [content-visibility:auto]",
      )}
    >
      {message.role === "user" ? <UserMessage message={message} /> : <AssistantMessage {...props} />}
    </div>
  );
});
