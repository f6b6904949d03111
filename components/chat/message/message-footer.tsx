"use client";

import { Braces, Download, Eye, FileCode2, FileText, FileType2, Printer, Quote } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/copy-button";
import { formatCost, isFreeModel } from "@/lib/client/money";
import type { ChatMessage, MessageMetadata } from "@/lib/protocol/chat-message";
import type { ClientSettings } from "@/lib/protocol/client-settings";
import { useDurationText } from "@/components/chat/trail/use-duration-text";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { useKeepAnswer } from "@/components/ui/use-keep-answer";
import type { ChatOptions } from "@/lib/protocol/chat-request";
import { AgainMenu } from "./again-menu";
import type { MessageActions } from "./message-actions";
import { RatingButtons } from "./rating-buttons";
import { VersionSwitch } from "./version-switch";
import { toExportPath, toPrintPath, type EvidencePlace } from "@/lib/client/evidence-api";

type MessageFooterProps = {
  conversationId: string;
  message: ChatMessage;
  answer: string;
  settings: ClientSettings;
  versions: readonly string[] | undefined;
  isIdle: boolean;
  actions: Pick<MessageActions, "showVersion" | "rate">;
  onAgain: ((options?: ChatOptions) => void) | null;
};

/** The quiet row under an answer: what can be done with it, and what it took. */
export function MessageFooter(props: MessageFooterProps) {
  const { conversationId, message, answer, settings, versions, isIdle, actions, onAgain } = props;
  const t = useTranslations("chat");
  const facts = useFacts(message.metadata, settings);
  return (
    <div className="-ml-2 flex flex-wrap items-center justify-between gap-x-4 text-xs text-quiet">
      <div className="flex">
        {answer !== "" && (
          <CopyButton text={answer} label={t("actions.copy")} doneLabel={t("copied")} tip="right" />
        )}
        {answer !== "" && message.metadata?.outcome !== undefined && (
          <ExportMenu place={{ conversationId, messageId: message.id }} />
        )}
        {answer !== "" && message.metadata?.outcome !== undefined && (
          <RatingButtons messageId={message.id} rating={message.metadata.rating} onRate={actions.rate} />
        )}
        {answer !== "" && message.metadata?.outcome === "completed" && (
          <WatchButton conversationId={conversationId} message={message} />
        )}
        {onAgain && <AgainMenu settings={settings} onAgain={onAgain} />}
        <VersionSwitch {...{ versions, isIdle }} messageId={message.id} onShow={actions.showVersion} />
      </div>
      <p className="pl-2">{facts.join(" · ")}</p>
    </div>
  );
}

type WatchButtonProps = Pick<MessageFooterProps, "conversationId" | "message">;

/** Keeps the question to be asked again; answers that differ are told. */
function WatchButton({ conversationId, message: { id: messageId, metadata } }: WatchButtonProps) {
  const t = useTranslations("chat.actions");
  const keep = useKeepAnswer();
  const answer = metadata?.agent === undefined ? {} : { agent: metadata.agent.id };
  return (
    <IconButton
      label={t("watch")}
      icon={<Eye size={16} aria-hidden />}
      tip="right"
      className="size-8 pointer-coarse:size-11"
      onClick={() => void keep({ from: { conversationId, messageId }, isWatch: true, answer })}
    />
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
  // What failed was no gift: its price is said only where something was paid.
  const isUnpaid = metadata.outcome === "failed" && (costMicroUsd ?? 0) === 0;
  const cost = isUnpaid ? [] : toCost({ model, costMicroUsd, usage });
  const cached =
    usage === undefined || usage.cachedInputTokens === 0
      ? []
      : [t("cached", { share: formatShare(usage.cachedInputTokens / usage.inputTokens, locale) })];
  return [...label, ...time, ...cost, ...cached];
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

const formats = [
  ["markdown", FileText],
  ["html", FileCode2],
  ["docx", FileType2],
  ["json", Braces],
  ["bibtex", Quote],
] as const;

/** An answer with its evidence as a file, or as a page for print. */
function ExportMenu({ place }: { place: EvidencePlace }) {
  const t = useTranslations("evidence.export");
  return (
    <Menu
      label={t("label")}
      icon={<Download size={16} aria-hidden />}
      tip="right"
      className="size-8 pointer-coarse:size-11"
    >
      {formats.map(([format, Icon]) => (
        <MenuItem
          key={format}
          icon={<Icon size={16} aria-hidden />}
          onSelect={() => save(toExportPath(place, format))}
        >
          {t(format)}
        </MenuItem>
      ))}
      <MenuItem
        icon={<Printer size={16} aria-hidden />}
        onSelect={() => window.open(toPrintPath(place), "_blank", "noopener")}
      >
        {t("print")}
      </MenuItem>
    </Menu>
  );
}

/** The server names the file; the page stays where it is. */
function save(path: string): void {
  const link = document.createElement("a");
  link.href = path;
  link.download = "";
  link.click();
}
