"use client";

import { useTranslations } from "next-intl";
import { lazy, Suspense, useContext, useMemo } from "react";
import { AnswerContext, ClaimsContext, type CitedAnswer } from "@/components/markdown/evidence-context";
import { Markdown } from "@/components/markdown/markdown";
import { listMarkKeys } from "@/lib/client/cited-marks";
import { findCitedClaim } from "@/lib/client/claims";
import { readClaims } from "@/lib/client/use-claims";
import { readTurn, type AnswerPiece } from "@/lib/client/read-turn";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ClaimsData } from "@/lib/protocol/claims";
import type { MessageRowProps } from "./message-row";
import { MessageFooter } from "./message-footer";
import { Notices } from "./notices";
import { OutcomeLine } from "./outcome-line";
import { PictureList } from "./picture-list";
import { SourceChips } from "./source-chips";
import { SteeringQuote } from "./steering-quote";
import { Trail } from "@/components/chat/trail/trail";
import { WorkLine } from "@/components/chat/trail/work-line";

const AnswerChecks = lazy(async () => ({ default: (await import("./answer-checks")).AnswerChecks }));
const AnswerMemories = lazy(async () => ({ default: (await import("./answer-memories")).AnswerMemories }));
const ApprovalCard = lazy(async () => ({
  default: (await import("@/components/chat/approvals/approval-card")).ApprovalCard,
}));

/** A reply: how it came about, the answer, what it rests on, and what can be done with it. */
export function AssistantMessage({
  conversationId,
  message,
  isLast,
  isIdle,
  settings,
  actions,
  live,
}: MessageRowProps) {
  const t = useTranslations("chat");
  const turn = useMemo(() => readTurn(message), [message]);
  const claims = readClaims(message, useContext(ClaimsContext));
  const isOver = live === null;
  const again = isLast && isIdle ? () => void actions.regenerate(message.id) : null;
  const hasFailed = message.metadata?.outcome === "failed";
  const hasFound = turn.answer !== "" || turn.steps.some(({ kind }) => kind === "tool");
  const continueReply =
    isLast && isIdle && (hasFound || !hasFailed) ? () => void actions.continueReply() : null;
  const isWorkingOn = turn.pieces.length > 0 && !turn.isAnswering;
  return (
    <AnswerContext value={useCitedAnswer(message.id, claims)}>
      <article
        aria-label={t("answered")}
        aria-busy={!isOver}
        data-message={message.id}
        className="flex scroll-mt-4 flex-col gap-4"
      >
        <h2 className="sr-only">{t("answered")}</h2>
        <Trail
          steps={turn.steps}
          metadata={message.metadata}
          live={isWorkingOn ? null : live}
          isAnswering={turn.isAnswering}
        />
        <Notices notices={turn.notices.early} />
        {turn.pieces.map((piece) => (
          <Piece
            key={piece.key}
            {...{ message, piece, actions }}
            isStreaming={!isOver}
            isChecked={claims !== null}
          />
        ))}
        {turn.pictures.length > 0 && (
          <PictureList
            pictures={turn.pictures.map(({ url, description }) => ({
              url,
              description: description || t("images.made"),
            }))}
            className="h-auto max-h-96 w-auto"
          />
        )}
        <Notices notices={turn.notices.late} />
        {live && isWorkingOn && <WorkLine steps={turn.steps} metadata={message.metadata} state={live} />}
        {isOver && (
          <>
            <OutcomeLine
              metadata={message.metadata}
              canConfigure={settings.canConfigure}
              onRetry={again}
              onContinue={continueReply}
            />
            <Suspense fallback={null}>{claims && <AnswerChecks claims={claims} />}</Suspense>
            <Suspense fallback={null}>
              {turn.memories && <AnswerMemories messageId={message.id} memories={turn.memories} />}
            </Suspense>
            <SourceChips messageId={message.id} own={turn.sources} answer={turn.answer} />
            <MessageFooter
              conversationId={conversationId}
              message={message}
              answer={turn.answer}
              settings={settings}
              onAgain={hasFailed ? null : again}
            />
          </>
        )}
      </article>
    </AnswerContext>
  );
}

/** The same as long as the check is the same, so that citations are not drawn again with every token. */
function useCitedAnswer(messageId: string, claims: ClaimsData | null): CitedAnswer {
  return useMemo(
    () => ({ messageId, findClaim: (markKey, number) => findCitedClaim(claims, markKey, number) }),
    [messageId, claims],
  );
}

type PieceProps = Pick<MessageRowProps, "message" | "actions"> & {
  piece: AnswerPiece;
  isStreaming: boolean;
  isChecked: boolean;
};

function Piece({ message, piece, isStreaming, isChecked, actions }: PieceProps) {
  switch (piece.kind) {
    case "text":
      return <Words {...{ message, isStreaming, isChecked }} piece={piece} />;
    case "steering":
      return <SteeringQuote text={piece.text} />;
    case "approval":
      return (
        <Suspense fallback={null}>
          <ApprovalCard approval={piece.approval} onAnswer={actions.approve} />
        </Suspense>
      );
  }
}

type WordsProps = {
  message: ChatMessage;
  piece: Extract<AnswerPiece, { kind: "text" }>;
  isStreaming: boolean;
  isChecked: boolean;
};

function Words({ message, piece, isStreaming, isChecked }: WordsProps) {
  const { key, text } = piece;
  const markKeys = useMemo(
    () => (isChecked && !isStreaming ? listMarkKeys(message, { key, text }) : null),
    [isChecked, isStreaming, message, key, text],
  );
  return <Markdown text={text} isStreaming={isStreaming} markKeys={markKeys} />;
}
