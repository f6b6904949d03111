"use client";

import { ArrowRight, RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { findOtherModel } from "@/components/chat/trail/other-way";
import { useTimeLeft } from "@/components/chat/trail/use-time-left";
import { Button } from "@/components/ui/button";
import { joinClasses } from "@/components/ui/class-names";
import type { EndReason, MessageMetadata } from "@/lib/protocol/chat-message";
import type { ChatOptions } from "@/lib/protocol/chat-request";
import type { ClientSettings } from "@/lib/protocol/client-settings";

type OutcomeLineProps = {
  metadata: MessageMetadata | undefined;
  /** Words of the answer are shown above. */
  hasAnswer: boolean;
  settings: Pick<ClientSettings, "canConfigure" | "models" | "defaultModel" | "allowModelChoice">;
  onRetry: ((options?: ChatOptions) => void) | null;
  /** Set when the reply has something to go on from. */
  onContinue: (() => void) | null;
};

/** Says why a reply ended incomplete, and what can be done about it. */
export function OutcomeLine(props: OutcomeLineProps) {
  const { metadata = {}, hasAnswer, settings } = props;
  const t = useTranslations("chat");
  const { outcome, reason = "internal", detail } = metadata;
  const { canConfigure } = settings;
  if (outcome === undefined || outcome === "completed") return null;
  const ending = toEnding(outcome, reason, hasAnswer);
  return (
    <div
      className={joinClasses(
        "flex flex-wrap items-center gap-x-3 gap-y-2 text-sm",
        ending === "failed" ? "justify-between rounded-lg bg-bad-tint px-3 py-2 text-bad" : "text-quiet",
      )}
    >
      <div className={joinClasses("min-w-0", ending === "failed" && "flex-[1_1_16rem]")}>
        <p>
          {t(`outcome.${ending}`, { reason: t(`reason.${detail ?? reason}`, toNames(metadata, t)) })}
          {ending === "failed" && metadata.costMicroUsd === 0 && ` ${t("outcome.uncharged")}`}
          <RetryTime metadata={metadata} />
        </p>
        <Details {...{ metadata, canConfigure }} />
      </div>
      <Remedy {...{ reason, detail, canConfigure }} />
      <Ways {...props} reason={reason} />
    </div>
  );
}

/** The same once more, the rest of it, or somebody else's. */
function Ways({ metadata, settings, reason, onRetry, onContinue }: OutcomeLineProps & { reason: EndReason }) {
  const t = useTranslations("chat");
  const isRetried = metadata?.outcome === "failed" && reason !== "model_overflow";
  const other = isOfProvider(reason) ? findOtherModel(settings, metadata?.model) : null;
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {onContinue && (
        <Button onClick={onContinue}>
          <ArrowRight size={16} aria-hidden />
          {t("actions.continue")}
        </Button>
      )}
      {onRetry && isRetried && (
        <Button onClick={() => onRetry()}>
          <RotateCcw size={16} aria-hidden />
          {t("actions.retry")}
        </Button>
      )}
      {onRetry && other && (
        <Button onClick={() => onRetry({ model: other.ref })}>{t("again.ask", { name: other.label })}</Button>
      )}
    </div>
  );
}

/** Whether another model may do better. */
const isOfProvider = (reason: EndReason): boolean => reason.startsWith("model_") || reason === "filtered";

/** Of the model that failed, and of who provides it. */
function toNames({ model = "" }: MessageMetadata, t: ReturnType<typeof useTranslations<"chat">>) {
  const [id = "", ...rest] = model.split(":");
  return { provider: t("reason.provider", { id: id === "" ? "none" : id }), model: rest.join(":") };
}

/** What can be read above is a part of an answer, whatever happened to the rest. */
function toEnding(
  outcome: "limited" | "stopped" | "failed" | "interrupted",
  reason: EndReason,
  hasAnswer: boolean,
) {
  if (reason === "unsaved") return "unsaved";
  if (hasAnswer && outcome === "failed") return "partial";
  return hasAnswer && outcome === "interrupted" && reason.startsWith("model_") ? "partial" : outcome;
}

type RemedyProps = {
  reason: EndReason;
  detail: MessageMetadata["detail"] | undefined;
  canConfigure: boolean;
};

/** Where an administrator raises what an answer may cost. */
export function BudgetLink({ canConfigure }: { canConfigure: boolean }) {
  const t = useTranslations("chat.outcome");
  return canConfigure && <RemedyLink href="/admin/agent#costBudgetPerRequest" words={t("toBudget")} />;
}

/** What only somebody else, or another conversation, can mend. */
function Remedy({ reason, detail, canConfigure }: RemedyProps) {
  const t = useTranslations("chat.outcome");
  const isOfModel = detail === "no_money" || detail === "small_window" || detail === "model_gone";
  if (reason === "model_overflow" && !isOfModel) return <RemedyLink href="/" words={t("toNew")} />;
  if (reason === "budget") return <BudgetLink canConfigure={canConfigure} />;
  if (reason !== "model_key" && reason !== "model_rejected" && !isOfModel) return null;
  return canConfigure ? <RemedyLink href="/admin/models" words={t("toKeys")} /> : <p>{t("askAdmin")}</p>;
}

function RemedyLink({ href, words }: { href: string; words: string }) {
  return (
    <Link
      href={href}
      prefetch={false}
      className="rounded-sm font-medium underline underline-offset-3 pointer-coarse:py-3"
    >
      {words}
    </Link>
  );
}

/** When the provider takes requests again, counted down. */
function RetryTime({ metadata }: Pick<OutcomeLineProps, "metadata">) {
  const t = useTranslations("chat.problem");
  const { retryAt = 0, endedAt = retryAt } = metadata ?? {};
  const left = useTimeLeft({ askedAt: endedAt, dueAt: retryAt }) ?? 0;
  return left > 0 ? ` ${t("retryAfter", { seconds: Math.ceil(left / 1000) })}` : null;
}

/** The vendor's own words. Those about a key name what only an administrator can set. */
function Details({ metadata, canConfigure }: Pick<OutcomeLineProps, "metadata"> & { canConfigure: boolean }) {
  const t = useTranslations("chat.outcome");
  const { error, reason } = metadata ?? {};
  if (error === undefined || reason === "unsaved" || (reason === "model_key" && !canConfigure)) return null;
  return (
    <details className="mt-1">
      <summary className="w-fit rounded-sm pointer-coarse:py-2">{t("details")}</summary>
      <p className="wrap-anywhere">{error}</p>
    </details>
  );
}
