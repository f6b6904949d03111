"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, type KeyboardEvent } from "react";
import { Button } from "@/components/ui/button";
import { isComposing } from "@/components/ui/is-composing";
import type { QueuedMessage } from "@/lib/client/conversation/state";

type QueueEditProps = { message: QueuedMessage; onEnd: (text: string | null) => void };

/** A waiting message in the hands of the person: Enter keeps the new words, Esc the old ones. */
export function QueueEdit({ message, onEnd }: QueueEditProps) {
  const t = useTranslations("chat.queue");
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const element = box.current;
    element?.focus();
    element?.setSelectionRange(element.value.length, element.value.length);
  }, []);
  const keep = () => onEnd(box.current?.value ?? null);
  const onKeyDown = (event: KeyboardEvent) => {
    const isEnd = event.key === "Escape" || (event.key === "Enter" && !event.shiftKey);
    if (isComposing(event) || !isEnd) return;
    event.preventDefault();
    if (event.key === "Enter") keep();
    else onEnd(null);
  };
  return (
    <div className="flex flex-wrap items-end gap-x-1">
      <textarea
        ref={box}
        rows={1}
        dir="auto"
        defaultValue={message.text}
        aria-label={t("text")}
        onKeyDown={onKeyDown}
        className="block max-h-[20dvh] min-w-0 flex-[1_1_15rem] resize-none [field-sizing:content] bg-transparent py-1 leading-5 outline-none"
      />
      <div className="ms-auto flex">
        <Button tone="quiet" onClick={keep}>
          {t("keep")}
        </Button>
        <Button tone="quiet" onClick={() => onEnd(null)}>
          {t("cancel")}
        </Button>
      </div>
    </div>
  );
}
