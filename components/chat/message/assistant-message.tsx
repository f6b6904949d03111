"use client";

import { useTranslations } from "next-intl";
import { lazy, Suspense, useContext, useMemo, useEffect, useState, type ReactNode } from "react";
import { ShieldAlert } from "lucide-react";
import { AnswerContext, ClaimsContext } from "@/components/markdown/evidence-context";
import { Markdown } from "@/components/markdown/markdown";
import { SourcesContext } from "@/components/markdown/sources-context";
import { listMarkKeys } from "@/lib/client/message/cited-marks";
import { listSignedMarks } from "@/lib/client/message/claims";
import { readClaims } from "@/lib/client/message/use-claims";
import { listEarlySteps, readTurn, type AnswerPiece, type Turn } from "@/lib/client/message/read-turn";
import type { ChatMessage, NoticeData } from "@/lib/protocol/chat-message";
import type { ChatOptions } from "@/lib/protocol/chat-request";
import {
  toShownNumbers,
  writeShownNumbers,
  type ShownNumbers,
} from "@/lib/features/evidence/shape/citation-marks";
import { isStandIn } from "@/lib/protocol/model-refs";
import { OtherWay } from "@/components/chat/trail/other-way";
import { PlanOffer } from "@/components/chat/plan/plan-offer";
import { isUnpaidPicture, OpenPoints, UnreadPages } from "@/components/chat/work/open-points";
import { AnswerWork } from "./answer-work";
import type { MessageRowProps } from "./message-actions";
import { AgentLine } from "@/components/agents/agent-line";
import { MessageFooter } from "./message-footer";
import { BudgetLink, OutcomeLine } from "./outcome-line";
import { NoticeText } from "./notice-text";
import { PictureList } from "./picture-list";
import { SilenceLine } from "./silence-line";
import { SourceCards, SourceRoom } from "@/components/evidence/source-cards";
import { useCitedAnswer } from "./use-cited-answer";

const AnswerMemories = lazy(async () => ({
  default: (await import("@/components/memory/answer-memories")).AnswerMemories,
}));
const PictureStrip = lazy(async () => ({ default: (await import("./picture-strip")).PictureStrip }));
const SetupCard = lazy(async () => ({
  default: (await import("@/components/models/setup-card")).SetupCard,
}));
const FollowUps = lazy(async () => ({ default: (await import("./follow-ups")).FollowUps }));
const ApprovalCard = lazy(async () => ({
  default: (await import("@/components/chat/approvals/approval-card")).ApprovalCard,
}));
const QuestionCard = lazy(async () => ({
  default: (await import("@/components/chat/approvals/question-card")).QuestionCard,
}));

/** A reply: how it came about, the answer, what it rests on, and what can be done with it. */
export function AssistantMessage(props: MessageRowProps) {
  const { message, actions, live, settings } = props;
  const t = useTranslations("chat");
  const turn = useMemo(() => readTurn(message), [message]);
  const claims = readClaims(message, useContext(ClaimsContext));
  const shown = useShownNumbers(turn.answer);
  const isOver = live === null;
  const { agent } = message.metadata ?? {};
  const marks = useMemo(() => listSignedMarks(message, turn.pieces, claims), [message, turn, claims]);
  const label = agent === undefined ? t("answered") : t("answeredBy", { name: agent.name });
  const isFolded = isOver || turn.plan !== null || turn.pieces.some(({ kind }) => kind !== "steering");
  const isStill = useStill(isFolded);
  const remedy = <BudgetLink canConfigure={settings.canConfigure} />;
  const early = useMemo(() => listEarlySteps(turn), [turn]);
  return (
    <AnswerContext value={useCitedAnswer(message.id, claims, shown, marks)}>
      <article
        aria-label={label}
        aria-busy={!isOver}
        data-message={message.id}
        className="flex scroll-mt-4 flex-col gap-4"
      >
        <h2 className="sr-only">{label}</h2>
        <AgentLine agent={agent} settings={settings} />
        {hasReceipt(props, isFolded) && (
          <AnswerWork {...props} {...{ turn, claims, marks, isFolded, shown }} />
        )}
        <OpenPoints steps={early} notices={turn.notices.early} remedy={remedy} />
        <Notices notices={turn.notices.early} remedy={remedy} />
        {isStill &&
          turn.pieces.map((piece) => (
            <Piece
              key={piece.key}
              {...{ message, piece, actions }}
              isStreaming={!isOver}
              isChecked={claims !== null}
            />
          ))}
        <MadePictures pictures={turn.pictures} />
        <OpenPoints steps={turn.steps.slice(early.length)} notices={turn.notices.late} remedy={remedy} />
        <Notices notices={turn.notices.late} remedy={remedy} />
        {live?.phase === "replying" && turn.isAnswering && (
          <SilenceLine
            message={message}
            way={
              <OtherWay
                settings={settings}
                metadata={message.metadata}
                onRestart={(options) => void actions.restart(message.id, options)}
              />
            }
          />
        )}
        {!isOver && shown.size > 0 && <SourceRoom />}
        {isOver && <AnswerEnd {...props} {...{ turn, shown }} />}
      </article>
    </AnswerContext>
  );
}

/** What the guide says it quotes or has worked out: nothing is left to be shown. */
const hasReceipt = ({ message, settings }: MessageRowProps, isFolded: boolean): boolean => {
  const model = message.metadata?.model;
  return !isFolded || !settings.offline || (model !== undefined && !isStandIn(model));
};

const foldMs = 160;

/** Whether the card has folded: the first words are drawn after it, so that they never move. */
function useStill(isFolded: boolean): boolean {
  const [isStill, setStill] = useState(isFolded);
  if (isStill && !isFolded) setStill(false);
  useEffect(() => {
    if (!isFolded) return;
    const isAtOnce = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const timer = setTimeout(() => setStill(true), isAtOnce ? 0 : foldMs);
    return () => clearTimeout(timer);
  }, [isFolded]);
  return isStill && isFolded;
}

function MadePictures({ pictures }: Pick<Turn, "pictures">) {
  const t = useTranslations("chat");
  if (pictures.length === 0) return null;
  const described = pictures.map(({ url, description }) => ({
    url,
    description: description || t("images.made"),
  }));
  return <PictureList pictures={described} className="h-auto max-h-96 w-auto" />;
}

type AnswerEndProps = MessageRowProps & { turn: Turn; shown: ShownNumbers };

/**
 * What stands below a reply that is over: how it ended, what it rests on, and what can be done with it. It
 * comes all at once, as what came later would push the rest.
 */
function AnswerEnd({ turn, shown, ...row }: AnswerEndProps) {
  const { conversationId, message, asked, isLast, isIdle, settings, actions, versions } = row;
  const { metadata } = message;
  const isNewest = isLast && isIdle;
  const again = (options?: ChatOptions) => void actions.regenerate(message.id, options);
  const hasFailed = metadata?.outcome === "failed";
  const hasFound = turn.answer !== "" || turn.steps.some(({ kind }) => kind === "tool");
  const canContinue = isNewest && (hasFound || !hasFailed);
  const canConnect = needsModel(turn, settings);
  return (
    <>
      <OutcomeLine
        metadata={metadata}
        hasAnswer={turn.answer !== ""}
        settings={settings}
        onRetry={isNewest ? again : null}
        onContinue={canContinue ? () => void actions.continueReply() : null}
      />
      <Suspense fallback={null}>
        {canConnect && <SetupCard canConfigure={settings.canConfigure} isInAnswer />}
      </Suspense>
      <Suspense fallback={null}>
        {turn.memories && <AnswerMemories messageId={message.id} memories={turn.memories} />}
      </Suspense>
      <UnreadPages steps={turn.steps} shown={shown} sources={useContext(SourcesContext)} />
      <SourceCards messageId={message.id} own={turn.sources} shown={shown} />
      <Suspense fallback={null}>
        {turn.foundPictures.length > 0 && <PictureStrip pictures={turn.foundPictures} />}
      </Suspense>
      <MessageFooter
        {...{ conversationId, message, asked, settings, versions, isIdle, actions }}
        answer={writeShownNumbers(turn.answer, shown)}
        onAgain={isIdle && !(isNewest && hasFailed) ? again : null}
      />
      {isNewest && <NextQuestions {...{ turn, message, settings, actions }} />}
    </>
  );
}

/** Once a model is connected, nothing has to be offered below old answers. */
const needsModel = ({ isUnanswered }: Turn, { offline }: MessageRowProps["settings"]): boolean =>
  isUnanswered && offline;

type NextProps = Pick<AnswerEndProps, "turn" | "message" | "settings" | "actions">;
function NextQuestions({ turn, message: { id, metadata }, settings, actions }: NextProps) {
  const onPlan = () => void actions.regenerate(id, { plan: "always" });
  const { followUps } = metadata ?? {};
  return (
    <Suspense fallback={null}>
      <PlanOffer {...{ turn, metadata, settings, onPlan }} />
      {followUps && <FollowUps messageId={id} followUps={followUps} actions={actions} />}
    </Suspense>
  );
}

/** The same as long as no other source is cited. */
function useShownNumbers(answer: string): ShownNumbers {
  const sources = useContext(SourcesContext);
  const next = toShownNumbers(answer, (number) => sources.has(number));
  const [shown, setShown] = useState(next);
  if (next.size === shown.size && [...next].every(([number, place]) => shown.get(number) === place))
    return shown;
  setShown(next);
  return next;
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
    case "question":
      return (
        <Suspense fallback={null}>
          <QuestionCard question={piece.question} onAnswer={actions.answerQuestion} />
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

/** What the person said to the reply while it was made, where it was read. */
export function SteeringQuote({ text }: { text: string }) {
  const t = useTranslations("chat");
  return (
    <blockquote className="border-s-2 border-mark ps-3 text-sm leading-5 text-quiet">
      <p className="text-xs">{t("steered")}</p>
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-ink">
        {text}
      </p>
    </blockquote>
  );
}

/** What happened on the way and is worth a line. */
export function Notices({ notices, remedy }: { notices: NoticeData[]; remedy: ReactNode }) {
  const shown = notices.filter((notice) => !isUnpaidPicture(notice));
  if (shown.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 text-sm text-quiet">
      {shown.map((notice, index) => (
        <li key={index} className="flex items-start gap-2 border-l-2 border-hairline pl-3">
          {notice.kind === "injection" && (
            <ShieldAlert size={16} aria-hidden className="mt-1 shrink-0 text-partly" />
          )}
          <span className="min-w-0 wrap-anywhere">
            <NoticeText notice={notice} /> {notice.kind === "unpaid" && remedy}
          </span>
        </li>
      ))}
    </ul>
  );
}
