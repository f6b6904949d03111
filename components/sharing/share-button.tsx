"use client";

import { Share2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import type { TooltipSide } from "@/components/ui/tooltip";
import type { Leaving } from "@/lib/client/leaving";

const ShareDialog = lazy(async () => ({ default: (await import("./share-dialog")).ShareDialog }));

type Props = { place: Leaving; tip: TooltipSide; className?: string };

/** Leads to every way out of a conversation, or of one answer. */
export function ShareButton({ place, tip, className }: Props) {
  const t = useTranslations("shell.share");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label={t(place.messageId === undefined ? "title" : "titleOfAnswer")}
        icon={<Share2 size={16} aria-hidden />}
        tip={tip}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        {...(className !== undefined && { className })}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <ShareDialog place={place} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
