"use client";

import { useLocale, useTranslations } from "next-intl";
import { useContext, useRef, type RefObject } from "react";
import { AnswerContext } from "@/components/markdown/evidence-context";
import { SourcesContext } from "@/components/markdown/sources-context";
import { countVerdicts } from "@/lib/client/message/claims";
import { copyAnswer } from "./copy-answer";
import { CopyButton } from "@/components/ui/copy-button";
import { formatCost, isFreeModel } from "@/lib/client/money";
import type { ChatMessage, MessageMetadata } from "@/lib/protocol/chat-message";
import type { ClientSettings } from "@/lib/protocol/client-settings";
import { useDurationText } from "@/components/chat/trail/use-duration-text";
import { ShareButton } from "@/components/sharing/share-button";
import type { ChatOptions } from "@/lib/protocol/chat-request";
import { isStandIn } from "@/lib/protocol/model-refs";
import { AgainMenu } from "./again-menu";
import type { MessageActions } from "./message-actions";
import { AnswerRating } from "./rating-buttons";
import { VersionSwitch } from "./version-switch";
import { WatchButton } from "@/components/workflows/watch-button";

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
  const footer = useRef<HTMLDivElement>(null);
  const copy = useCopy(answer, footer);
  const isOver = answer !== "" && message.metadata?.outcome !== undefined;
  return (
    <AnswerRating messageId={message.id} rating={message.metadata?.rating} onRate={actions.rate}>
      {(ratings, form) => (
        <div
          ref={footer}
          className="-ml-2 flex flex-wrap items-center justify-between gap-x-4 text-small text-quiet"
        >
          <div className="flex min-h-8 pointer-coarse:min-h-11">
            {answer !== "" && <CopyButton text={copy} label={t("actions.copy")} doneLabel={t("copied")} />}
            {isOver && (
              <ShareButton
                place={{ conversationId, messageId: message.id }}
                tip="top"
                className="size-8 pointer-coarse:size-11"
              />
            )}
            {onAgain && <AgainMenu settings={settings} onAgain={onAgain} />}
            {isOver && ratings}
            {answer !== "" && message.metadata?.outcome === "completed" && (
              <WatchButton {...{ conversationId, message, asked }} />
            )}
            <VersionSwitch {...{ versions, isIdle }} messageId={message.id} onShow={actions.showVersion} />
          </div>
          <p className="pl-2">{facts.join(" · ")}</p>
          {form}
        </div>
      )}
    </AnswerRating>
  );
}

/** Copies the answer as it is drawn above, with what it cites. */
function useCopy(answer: string, footer: RefObject<HTMLElement | null>): () => Promise<void> {
  const t = useTranslations("chat.sources");
  const sources = useContext(SourcesContext);
  const shown = useContext(AnswerContext)?.shown ?? new Map<number, number>();
  return () => {
    const cited = [...shown].flatMap(([known, number]) => {
      const source = sources.get(known);
      return source ? [{ number, title: source.title, url: new URL(source.url, location.href).href }] : [];
    });
    const drawn = footer.current?.closest("article")?.querySelectorAll(".markdown") ?? [];
    return copyAnswer(answer, [...drawn], { heading: t("label"), sources: cited });
  };
}

function useFacts(metadata: MessageMetadata | undefined, settings: ClientSettings): string[] {
  const t = useTranslations("chat.trail");
  const toCost = useCostText(settings);
  const locale = useLocale();
  const toDurationText = useDurationText();
  const tSeal = useTranslations("evidence.seal");
  const marks = useContext(AnswerContext)?.marks ?? [];
  if (metadata === undefined) return [];
  const { model, startedAt, endedAt, costMicroUsd, usage } = metadata;
  const label = model === undefined ? [] : [isStandIn(model) ? t("guide") : toModelLabel(model, settings)];
  const time = startedAt !== undefined && endedAt !== undefined ? [toDurationText(endedAt - startedAt)] : [];
  // What failed was no gift: its price is said only where something was paid.
  const isUnpaid = metadata.outcome === "failed" && (costMicroUsd ?? 0) === 0;
  const cost = isUnpaid ? [] : toCost({ model, costMicroUsd, usage });
  const cached =
    usage === undefined || usage.cachedInputTokens === 0
      ? []
      : [t("cached", { share: formatShare(usage.cachedInputTokens / usage.inputTokens, locale) })];
  const { quoted, supported } = countVerdicts(marks);
  const check =
    marks.length === 0 || marks.some(({ verdict }) => verdict === "pending")
      ? []
      : [tSeal("footer", { supported: quoted + supported, total: marks.length })];
  return [...check, ...label, ...time, ...cost, ...cached];
}

type AnswerCost = { [NAME in "model" | "costMicroUsd" | "usage"]: MessageMetadata[NAME] | undefined };

/** The cost; without one, whether it was free or the price is unknown. */
function useCostText({ models }: ClientSettings): (spent: AnswerCost) => string[] {
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
