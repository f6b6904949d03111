"use client";

import { useTranslations } from "next-intl";
import { lazy, Suspense, useMemo } from "react";
import { Markdown } from "@/components/markdown/markdown";
import { readTurn, type AnswerPiece } from "@/lib/client/read-turn";
import type { MessageRowProps } from "./message-row";
import { MessageFooter } from "./message-footer";
import { Notices } from "./notices";
import { OutcomeLine } from "./outcome-line";
import { PictureList } from "./picture-list";
import { SourceChips } from "./source-chips";
import { SteeringQuote } from "./steering-quote";
import { Trail } from "./trail";
import { WorkLine } from "./work-line";

const ApprovalCard = lazy(async () => ({ default: (await import("./approval-card")).ApprovalCard }));

/** A reply: how it came about, the answer, what it rests on, and what can be done with it. */
export function AssistantMessage({ message, isLast, isIdle, settings, actions, live }: MessageRowProps) {
  const t = useTranslations("chat");
  const turn = useMemo(() => readTurn(message), [message]);
  const isOver = live === null;
  const again = isLast && isIdle ? () => actions.regenerate(message.id) : null;
  const hasFailed = message.metadata?.outcome === "failed";
  const hasFound = turn.answer !== "" || turn.steps.some(({ kind }) => kind === "tool");
  const goOn = isLast && isIdle && (hasFound || !hasFailed) ? actions.goOn : null;
  const isWorkingOn = turn.pieces.length > 0 && !turn.isAnswering;
  return (
    <article aria-label={t("answered")} aria-busy={!isOver} className="flex flex-col gap-4">
      <h2 className="sr-only">{t("answered")}</h2>
      <Trail steps={turn.steps} metadata={message.metadata} live={isWorkingOn ? null : live} isAnswering={turn.isAnswering} />
      <Notices notices={turn.notices.early} />
      {turn.pieces.map((piece) => (
        <Piece key={piece.key} piece={piece} isStreaming={!isOver} actions={actions} />
      ))}
      {turn.pictures.length > 0 && (
        <PictureList
          pictures={turn.pictures.map(({ url, description }) => ({ url, description: description || t("images.made") }))}
          className="h-auto max-h-96 w-auto"
        />
      )}
      <Notices notices={turn.notices.late} />
      {live && isWorkingOn && <WorkLine steps={turn.steps} metadata={message.metadata} state={live} />}
      {isOver && (
        <>
          <OutcomeLine metadata={message.metadata} canConfigure={settings.canConfigure} onRetry={again} onContinue={goOn} />
          <SourceChips own={turn.sources} answer={turn.answer} />
          <MessageFooter message={message} answer={turn.answer} settings={settings} onAgain={hasFailed ? null : again} />
        </>
      )}
    </article>
  );
}

type PieceProps = Pick<MessageRowProps, "actions"> & { piece: AnswerPiece; isStreaming: boolean };

function Piece({ piece, isStreaming, actions }: PieceProps) {
  switch (piece.kind) {
    case "text":
      return <Markdown text={piece.text} isStreaming={isStreaming} />;
    case "steering":
      return <SteeringQuote text={piece.text} />;
    case "approval":
      return (
        <Suspense fallback={null}>
          <ApprovalCard approval={piece.approval} onAnswer={actions.answerApproval} />
        </Suspense>
      );
  }
}
