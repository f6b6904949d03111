"use client";

import { memo, useState } from "react";
import { joinClasses } from "@/components/ui/class-names";
import { AssistantMessage } from "./assistant-message";
import type { MessageRowProps } from "./message-actions";
import { UserMessage } from "./user-message";

/** Messages that do not change keep their identity, so only the one that is being written is drawn again. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, isLast } = props;
  // One that was made on this page keeps its height, or a scroll to what follows it would miss.
  const [isOld] = useState(!isLast);
  return (
    <div
      data-row={message.id}
      className={joinClasses(
        message.role === "user" ? "pb-[calc(1.25rem*var(--room))]" : "pb-[calc(2.25rem*var(--room))]",
        isOld && "[contain-intrinsic-size:auto_20rem] [content-visibility:auto]",
      )}
    >
      {message.role === "user" ? <UserMessage {...props} /> : <AssistantMessage {...props} />}
    </div>
  );
});
