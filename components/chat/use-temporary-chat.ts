"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { showToast } from "@/components/ui/toast";
import { readDraft, writeDraft } from "@/lib/client/conversation/storage";
import { toTemporaryKey } from "@/lib/client/conversation/storage";
import {
  attendTemporaryChat,
  keepTemporaryChat,
  temporaryAddress,
} from "@/lib/client/conversation/temporary";

export type TemporaryChat = {
  isTemporary: boolean;
  /** The same, for what is called later. */
  isTemporaryNow: () => boolean;
  /** The server has its first message. */
  noteStored: () => void;
  keep: () => void;
};

type Options = { conversationId: string; isTemporary: boolean; isStored: boolean; onKept: () => void };

/** A chat that is deleted when it is left, unless the person keeps it. */
export function useTemporaryChat({
  conversationId,
  isTemporary: isAsked,
  isStored: wasStored,
  onKept,
}: Options): TemporaryChat {
  const t = useTranslations("chat.temporary");
  const [isKept, setKept] = useState(false);
  const [isStored, setStored] = useState(wasStored);
  const isTemporary = isAsked && !isKept;
  const newest = useRef(isTemporary);
  useLayoutEffect(() => void (newest.current = isTemporary), [isTemporary]);

  const leave = useLeaving(conversationId);
  const isAttended = isTemporary && isStored;
  useEffect(
    () => (isAttended ? attendTemporaryChat(conversationId, leave) : undefined),
    [isAttended, conversationId, leave],
  );

  const keep = async () => {
    const answer = await keepTemporaryChat(conversationId);
    if (answer.ok) {
      setKept(true);
      showToast({ text: t("kept") });
      // The button is gone; on a phone the keyboard would cover half of the chat.
      if (matchMedia("(pointer: fine)").matches) onKept();
    } else if (answer.status === 404) leave();
    else showToast({ text: t("notKept"), isFailure: true });
  };
  return {
    isTemporary,
    isTemporaryNow: useCallback(() => newest.current, []),
    noteStored: useCallback(() => setStored(true), []),
    keep: () => void keep(),
  };
}

/** Its time is over: what was being written goes on in another one. */
function useLeaving(conversationId: string): () => void {
  const t = useTranslations("chat.temporary");
  const router = useRouter();
  return useCallback(() => {
    writeDraft(toTemporaryKey("new"), readDraft(toTemporaryKey(conversationId)));
    showToast({ text: t("gone") });
    router.replace(temporaryAddress);
  }, [conversationId, router, t]);
}
