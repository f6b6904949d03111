"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { Markdown } from "@/components/markdown/markdown";
import { readTurn } from "@/lib/client/read-turn";
import type { MessageRowProps } from "./message-row";
import { MessageFooter } from "./message-footer";
import { Notices } from "./notices";
import { OutcomeLine } from "./outcome-line";
import { PictureButton } from "./picture-button";
import { SourceChips } from "./source-chips";
import { Trail } from "./trail";

/** A reply: how it came about, the answer, what it rests on, and what can be done with it. */
export function AssistantMessage({ message, isLast, isIdle, settings, actions, live }: MessageRowProps) {
  const t = useTranslations("chat");
  const turn = useMemo(() => readTurn(message), [message]);
  const isOver = live === null;
  const again = isLast && isIdle ? () => actions.regenerate(message.id) : null;
  const hasFailed = message.metadata?.outcome === "failed";
  return (
    <article aria-label={t("answered")} aria-busy={!isOver} className="flex flex-col gap-4">
      <Trail steps={turn.steps} metadata={message.metadata} live={live} isAnswering={turn.isAnswering} />
      <Notices notices={turn.notices.early} />
      {turn.answer !== "" && <Markdown text={turn.answer} isStreaming={!isOver} />}
      {turn.pictures.length > 0 && (
        <ul className="flex flex-wrap gap-3">
          {turn.pictures.map((picture) => (
            <li key={picture.url}>
              <PictureButton url={picture.url} description={picture.description || t("images.made")} className="max-h-96 max-w-full" />
            </li>
          ))}
        </ul>
      )}
      <Notices notices={turn.notices.late} />
      {isOver && (
        <>
          <SourceChips own={turn.sources} answer={turn.answer} />
          <OutcomeLine metadata={message.metadata} onRetry={again} />
          <MessageFooter message={message} answer={turn.answer} settings={settings} onAgain={hasFailed ? null : again} />
        </>
      )}
    </article>
  );
}
