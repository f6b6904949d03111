"use client";

import { MessageCircleDashed } from "lucide-react";
import { useTranslations } from "next-intl";

/** Above the composer for as long as the chat is temporary. `onKeep` once there is something to keep; before that the page says what it means. */
export function TemporaryLine({ onKeep }: { onKeep: (() => void) | null }) {
  const t = useTranslations("chat.temporary");
  return (
    <div
      role="note"
      className="flex flex-wrap items-center gap-x-1.5 px-1 pb-1.5 text-sm leading-5 text-quiet"
    >
      <MessageCircleDashed size={16} aria-hidden className="shrink-0" />
      <span className="font-medium text-ink">{t("name")}</span>
      {onKeep !== null && <span>{t("short")}</span>}
      {onKeep !== null && (
        <button
          type="button"
          onClick={onKeep}
          className="rounded-sm py-1 text-accent underline underline-offset-3 pointer-coarse:py-3"
        >
          {t("keep")}
        </button>
      )}
    </div>
  );
}
