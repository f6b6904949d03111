"use client";

import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import { listWaiting } from "@/lib/client/approvals";
import { isBusy } from "@/lib/client/conversation/state";
import type { ConversationStore } from "@/lib/client/conversation/store";
import { ApprovalAnnouncer } from "@/components/chat/approvals/approval-announcer";
import { QueueAnnouncer } from "@/components/chat/queue/queue-announcer";
import { ReplyAnnouncer } from "./reply-announcer";

/** Tells a screen reader what goes on in a conversation. */
export function Announcers({ store }: { store: ConversationStore }) {
  const { last, progress, queued, isReplying } = useStore(
    store,
    useShallow((state) => ({
      last: state.messages.at(-1),
      progress: state.progress,
      queued: state.queued,
      isReplying: isBusy(state),
    })),
  );
  return (
    <>
      <ReplyAnnouncer message={last} progress={progress} isReplying={isReplying} />
      <ApprovalAnnouncer asked={isReplying ? listWaiting(last) : []} />
      <QueueAnnouncer queued={queued} isBusy={isReplying} />
    </>
  );
}
