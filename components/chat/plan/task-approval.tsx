"use client";

import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { ApprovalCard } from "@/components/chat/approvals/approval-card";
import { listWaiting } from "@/lib/client/message/approvals";
import { createConversationStore } from "@/lib/client/conversation/store";

/** What a step of a plan asks the person, read from its own conversation. */
export function TaskApproval({ conversationId }: { conversationId: string }) {
  const [store] = useState(() =>
    createConversationStore({
      ...{ conversationId, messages: [], olderCursor: null, isRunning: true },
      getOptions: () => ({}),
      onAccepted: () => undefined,
      onReturned: () => undefined,
    }),
  );
  useEffect(() => store.getState().open(), [store]);
  const reply = useStore(store, ({ messages }) => messages.at(-1));
  return (
    <div className="flex flex-col gap-2 py-1 empty:hidden">
      {listWaiting(reply).map((approval) => (
        <ApprovalCard key={approval.id} approval={approval} onAnswer={store.getState().approve} />
      ))}
    </div>
  );
}
