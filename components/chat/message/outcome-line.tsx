"use client";

import { ArrowDownToLine, RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import type { MessageMetadata } from "@/lib/protocol/chat-message";

type OutcomeLineProps = {
  metadata: MessageMetadata | undefined;
  canConfigure: boolean;
  onRetry: (() => void) | null;
  /** Set when the reply has something to go on from. */
  onContinue: (() => void) | null;
};

/** Says why a reply ended incomplete, and offers to go on, or another try where it failed. */
export function OutcomeLine({ metadata, canConfigure, onRetry, onContinue }: OutcomeLineProps) {
  const t = useTranslations("chat");
  const outcome = metadata?.outcome;
  if (outcome === undefined || outcome === "completed") return null;
  const reason = t(`reason.${metadata?.reason ?? "internal"}`);
  if (outcome !== "failed")
    return (
      <div className="flex flex-wrap items-center gap-x-3 text-sm text-quiet">
        <p>{t(`outcome.${outcome}`, { reason })}</p>
        {onContinue && <ContinueButton onContinue={onContinue} />}
      </div>
    );
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-bad-tint px-3 py-2 text-sm text-bad">
      <div className="min-w-0 flex-[1_1_16rem]">
        <p>{t("outcome.failed", { reason })}</p>
        {metadata?.error && <p className="wrap-anywhere">{metadata.error}</p>}
      </div>
      {metadata?.reason === "model_key" && canConfigure && (
        <Link
          href="/admin/models"
          prefetch={false}
          className="rounded-sm font-medium underline underline-offset-3 pointer-coarse:py-3"
        >
          {t("outcome.toKeys")}
        </Link>
      )}
      <div className="flex flex-wrap gap-2">
        {onContinue && <ContinueButton onContinue={onContinue} />}
        {onRetry && (
          <Button onClick={onRetry}>
            <RotateCcw size={16} aria-hidden />
            {t("actions.retry")}
          </Button>
        )}
      </div>
    </div>
  );
}

function ContinueButton({ onContinue }: { onContinue: () => void }) {
  const t = useTranslations("chat.actions");
  return (
    <Button onClick={onContinue}>
      <ArrowDownToLine size={16} aria-hidden />
      {t("continue")}
    </Button>
  );
}
