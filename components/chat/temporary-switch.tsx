"use client";

import { MessageCircleDashed } from "lucide-react";
import { useTranslations } from "next-intl";
import { joinClasses } from "@/components/ui/class-names";

/** Before the first message: whether the chat shall leave nothing behind. */
export function TemporarySwitch({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const t = useTranslations("chat.temporary");
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => onChange(!isOn)}
      className={joinClasses(
        "flex min-h-9 items-center gap-2 rounded-lg border px-3 text-sm transition-colors duration-150 pointer-coarse:min-h-11",
        isOn
          ? "border-strong bg-tint text-ink"
          : "border-transparent text-quiet hover:bg-sunken hover:text-ink",
      )}
    >
      <MessageCircleDashed size={18} aria-hidden />
      {t("name")}
    </button>
  );
}
