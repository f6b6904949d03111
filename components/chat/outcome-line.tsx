"use client";

import { RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import type { MessageMetadata } from "@/lib/protocol/chat-message";

type OutcomeLineProps = { metadata: MessageMetadata | undefined; canConfigure: boolean; onRetry: (() => void) | null };

/** Says why a reply ended otherwise than by being complete, and offers another try where it failed. */
export function OutcomeLine({ metadata, canConfigure, onRetry }: OutcomeLineProps) {
  const t = useTranslations("chat");
  const outcome = metadata?.outcome;
  if (outcome === undefined || outcome === "completed") return null;
  const reason = t(`reason.${metadata?.reason ?? "internal"}`);
  if (outcome !== "failed") return <p className="text-sm text-quiet">{t(`outcome.${outcome}`, { reason })}</p>;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-bad-tint px-3 py-2 text-sm text-bad">
      <div className="min-w-0 flex-[1_1_16rem]">
        <p>{t("outcome.failed", { reason })}</p>
        {metadata?.error && <p className="wrap-anywhere">{metadata.error}</p>}
      </div>
      {metadata?.reason === "model_key" && canConfigure && (
        <Link href="/admin/models" prefetch={false} className="rounded-sm font-medium underline underline-offset-3 pointer-coarse:py-3">
          {t("outcome.toKeys")}
        </Link>
      )}
      {onRetry && (
        <Button onClick={onRetry}>
          <RotateCcw size={16} aria-hidden />
          {t("actions.retry")}
        </Button>
      )}
    </div>
  );
}
