"use client";

import { useTranslations } from "next-intl";
import { useDurationText } from "@/components/chat/trail/use-duration-text";
import { useTimeSince } from "@/components/chat/trail/use-time-since";
import type { ReactNode } from "react";
import type { ChatMessage } from "@/lib/protocol/chat-message";

/** Models that think between two words are slower than a reader, but not by this much. */
const silentMs = 20_000;

/** Below an answer that is being written: that no words come any more, and a way out. */
export function SilenceLine({ message, way }: { message: ChatMessage; way: ReactNode }) {
  return <SilenceText ms={useTimeSince(message)} way={way} />;
}

export function SilenceText({ ms, way }: { ms: number; way: ReactNode }) {
  const t = useTranslations("chat.trail");
  const toDurationText = useDurationText();
  if (ms < silentMs) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-sm text-quiet">
      <p>{t("silent", { time: toDurationText(Math.floor(ms / 1000) * 1000) })}</p>
      {way}
    </div>
  );
}
