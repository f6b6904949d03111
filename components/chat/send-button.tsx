"use client";

import { ArrowUp, Square } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { IconButton } from "@/components/ui/icon-button";

/** Sends; while a reply runs it stops that. */
export function SendButton({ isBusy, canSend, onStop }: { isBusy: boolean; canSend: boolean; onStop: () => void }) {
  const t = useTranslations("chat.composer");
  if (isBusy) return <StopButton onStop={onStop} />;
  return <IconButton type="submit" tone="solid" label={t("send")} icon={<ArrowUp size={18} aria-hidden />} disabled={!canSend} />;
}

function StopButton({ onStop }: { onStop: () => void }) {
  const t = useTranslations("chat.composer");
  const [isStopping, setStopping] = useState(false);
  const stop = () => {
    setStopping(true);
    onStop();
  };
  return (
    <IconButton
      tone="solid"
      label={isStopping ? t("stopping") : t("stop")}
      icon={<Square size={14} fill="currentColor" aria-hidden />}
      onClick={stop}
    />
  );
}
