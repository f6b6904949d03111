"use client";

import { ArrowUp, Square } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { IconButton } from "@/components/ui/icon-button";

/** Sends; while a reply runs it stops that, and what is written can be put behind it. */
export function SendButton({
  isBusy,
  canSend,
  onStop,
}: {
  isBusy: boolean;
  canSend: boolean;
  onStop: () => void;
}) {
  const t = useTranslations("chat.composer");
  const icon = <ArrowUp size={18} aria-hidden />;
  if (!isBusy)
    return <IconButton type="submit" tone="solid" label={t("send")} icon={icon} disabled={!canSend} />;
  return (
    <>
      {canSend && <IconButton type="submit" label={t("queue")} icon={icon} />}
      <StopButton onStop={onStop} />
    </>
  );
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
