"use client";

import { Compass } from "lucide-react";
import { useEffect, useState } from "react";
import type { TrailStep } from "@/lib/client/read-turn";
import type { ReplyStatus } from "@/lib/client/conversation/state";
import type { MessageMetadata } from "@/lib/protocol/chat-message";
import { LiveLine } from "./live-line";

/** A reply that is over in less was not at work again. */
const pauseMs = 600;

/** Below what is answered already: that it goes on, and with what. */
export function WorkLine(props: {
  steps: TrailStep[];
  metadata: MessageMetadata | undefined;
  state: ReplyStatus;
}) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), pauseMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isLong) return null;
  return (
    <p className="flex items-start gap-2 text-sm leading-5 text-quiet">
      <Compass size={16} aria-hidden className="mt-0.5 shrink-0 text-mark motion-safe:animate-pulse" />
      <LiveLine {...props} />
    </p>
  );
}
