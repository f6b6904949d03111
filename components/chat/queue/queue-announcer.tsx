"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { QueuedMessage } from "@/lib/client/conversation/state";

/** Tells a screen reader what becomes of the messages that wait. It is there before them, or the first one would not be heard. */
export function QueueAnnouncer({ queued, isBusy }: { queued: QueuedMessage[]; isBusy: boolean }) {
  const t = useTranslations("chat.queue");
  const [told, setTold] = useState({ queued, words: "" });
  if (told.queued !== queued)
    setTold({ queued, words: toWords(told.queued, queued, isBusy, t) ?? told.words });
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {told.words}
    </div>
  );
}

function toWords(
  before: QueuedMessage[],
  now: QueuedMessage[],
  isBusy: boolean,
  t: ReturnType<typeof useTranslations<"chat.queue">>,
): string | null {
  const find = (list: QueuedMessage[], id: string) => list.find((message) => message.id === id);
  const count = now.filter(({ status }) => status === "waiting").length;
  if (now.some(({ id, status }) => status === "steered" && find(before, id)?.status !== "steered"))
    return t("steered");
  if (now.some(({ id, hasSteerFailed }) => hasSteerFailed && !find(before, id)?.hasSteerFailed))
    return t("steerFailed");
  if (now.some(({ id, status }) => status === "waiting" && !isShown(find(before, id))))
    return t(isBusy ? "said.queued" : "said.held", { count });
  const gone = before.filter(({ id }) => find(now, id) === undefined);
  if (gone.some(({ status }) => status === "steered")) return t("said.read");
  return gone.some(({ status }) => status === "waiting") ? t("said.removed", { count }) : null;
}

function isShown(message: QueuedMessage | undefined): boolean {
  return message !== undefined && message.status !== "sending";
}
