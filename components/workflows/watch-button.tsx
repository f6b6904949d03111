import { Bell, BellRing } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useEffect, useState } from "react";
import { useStore } from "zustand";
import { IconButton } from "@/components/ui/icon-button";
import { useRemoval } from "./use-removal";
import { untilIdle } from "@/lib/client/wait";
import { findWatch, refreshWatches, takeWatch, watchStore } from "./watches";
import type { ChatMessage } from "@/lib/protocol/chat-message";

const WatchForm = lazy(async () => ({ default: (await import("./watch-form")).WatchForm }));

type Props = { conversationId: string; message: ChatMessage; asked: string | null };

/** Keeps the question to be asked again, once its rhythm is chosen; pressed again, no more. */
export function WatchButton({ conversationId, message: { id: messageId, metadata }, asked }: Props) {
  const t = useTranslations("chat");
  const [isOpen, setOpen] = useState(false);
  const { watches } = useStore(watchStore);
  const remove = useRemoval({ take: takeWatch, reload: refreshWatches });
  useEffect(() => {
    const left = new AbortController();
    void untilIdle(left.signal).then(() => (left.signal.aborted ? undefined : refreshWatches()));
    return () => left.abort();
  }, []);
  const watch = findWatch(watches, { conversationId, messageId }, asked);
  const Icon = watch === undefined ? Bell : BellRing;
  return (
    <>
      <IconButton
        label={t("actions.watch")}
        aria-pressed={watch !== undefined}
        aria-disabled={watches === null}
        icon={<Icon size={16} aria-hidden />}
        tip="right"
        className="size-8 aria-pressed:text-accent pointer-coarse:size-11"
        onClick={() => {
          if (watch !== undefined) remove(watch, t("watch.ended"));
          else if (watches !== null) setOpen(true);
        }}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <WatchForm
            from={{ conversationId, messageId }}
            agent={metadata?.agent?.id}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
