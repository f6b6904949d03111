"use client";

import { memo, useState } from "react";
import { joinClasses } from "@/components/ui/class-names";
import { AssistantMessage } from "./assistant-message";
import type { MessageRowProps } from "./message-actions";
import { UserMessage } from "./user-message";

/** Messages that do not change keep their identity, so only the one that is being written is drawn again. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, isNear } = props;
  // One that was made or opened in view keeps its height: a guess at it would move what is read.
  const [isOld] = useState(!isNear);
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
