"use client";

import { useLocale, useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/copy-button";
import { formatCost, isFreeModel } from "@/lib/client/money";
import type { ChatMessage, MessageMetadata } from "@/lib/protocol/chat-message";
import type { ClientSettings } from "@/lib/protocol/client-settings";
import { useDurationText } from "@/components/chat/trail/use-duration-text";
import { ShareButton } from "@/components/sharing/share-button";
import type { ChatOptions } from "@/lib/protocol/chat-request";
import { AgainMenu } from "./again-menu";
import type { MessageActions } from "./message-actions";
import { RatingButtons } from "./rating-buttons";
import { VersionSwitch } from "./version-switch";
import { WatchButton } from "./watch-button";

type MessageFooterProps = {
  conversationId: string;
  message: ChatMessage;
  /** The question that it answers. */
  asked: string | null;
  answer: string;
  settings: ClientSettings;
  versions: readonly string[] | undefined;
  isIdle: boolean;
  actions: Pick<MessageActions, "showVersion" | "rate">;
  onAgain: ((options?: ChatOptions) => void) | null;
};

/** The quiet row under an answer: what can be done with it, and what it took. */
export function MessageFooter(props: MessageFooterProps) {
  const { conversationId, message, asked, answer, settings, versions, isIdle, actions, onAgain } = props;
  const t = useTranslations("chat");
  const facts = useFacts(message.metadata, settings);
  return (
    <div className="-ml-2 flex flex-wrap items-center justify-between gap-x-4 text-xs text-quiet">
      <div className="flex">
        {answer !== "" && (
          <CopyButton text={answer} label={t("actions.copy")} doneLabel={t("copied")} tip="right" />
        )}
        {answer !== "" && message.metadata?.outcome !== undefined && (
          <ShareButton
            place={{ conversationId, messageId: message.id }}
            tip="right"
            className="size-8 pointer-coarse:size-11"
          />
        )}
        {answer !== "" && message.metadata?.outcome !== undefined && (
          <RatingButtons messageId={message.id} rating={message.metadata.rating} onRate={actions.rate} />
        )}
        {answer !== "" && message.metadata?.outcome === "completed" && (
          <WatchButton {...{ conversationId, message, asked }} />
        )}
        {onAgain && <AgainMenu settings={settings} onAgain={onAgain} />}
        <VersionSwitch {...{ versions, isIdle }} messageId={message.id} onShow={actions.showVersion} />
      </div>
      <p className="pl-2">{facts.join(" · ")}</p>
    </div>
  );
}

function useFacts(metadata: MessageMetadata | undefined, settings: ClientSettings): string[] {
  const t = useTranslations("chat.trail");
  const toCost = useCostText(settings);
  const locale = useLocale();
  const toDurationText = useDurationText();
  if (metadata === undefined) return [];
  const { model, startedAt, endedAt, costMicroUsd, usage } = metadata;
  const label =
    model === undefined ? [] : [model.startsWith("offline:") ? t("guide") : toModelLabel(model, settings)];
  const time = startedAt !== undefined && endedAt !== undefined ? [toDurationText(endedAt - startedAt)] : [];
  const cached =
    usage === undefined || usage.cachedInputTokens === 0
      ? []
      : [t("cached", { share: formatShare(usage.cachedInputTokens / usage.inputTokens, locale) })];
  return [...label, ...time, ...toCost({ model, costMicroUsd, usage }), ...cached];
}

type Spent = { [NAME in "model" | "costMicroUsd" | "usage"]: MessageMetadata[NAME] | undefined };

/** What was paid; where nothing was, whether that is the price or nobody knows it. */
function useCostText({ models }: ClientSettings): (spent: Spent) => string[] {
  const t = useTranslations("chat");
  const locale = useLocale();
  return ({ model = "", costMicroUsd, usage }) => {
    if (costMicroUsd === undefined) return [];
    const cost = formatCost(costMicroUsd, locale);
    if (cost !== null) return [cost];
    if (isFreeModel(model, models)) return [t("trail.free")];
    return usage === undefined || usage.inputTokens === 0 ? [] : [t("choice.priceUnknown")];
  };
}

/** At most all: some vendors count what they took from the cache apart. */
function formatShare(share: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: "percent" }).format(Math.min(1, share));
}

function toModelLabel(model: string, settings: ClientSettings): string {
  return settings.models.find(({ ref }) => ref === model)?.label ?? model.slice(model.indexOf(":") + 1);
}
