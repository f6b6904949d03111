import { useTranslations } from "next-intl";
import { lazy, Suspense, useMemo, type ComponentProps } from "react";
import { OtherWay } from "@/components/chat/trail/other-way";
import { WorkCard } from "@/components/chat/work/work-card";
import { findAskedWord, listWaiting } from "@/lib/client/message/approvals";
import type { SignedMark } from "@/lib/client/message/claims";
import { listFoundPages } from "@/lib/client/message/found-pages";
import { listEarlySteps, type Turn } from "@/lib/client/message/read-turn";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ShownNumbers } from "@/lib/features/evidence/shape/citation-marks";
import type { ClaimsData } from "@/lib/features/evidence/shape/claims";
import { isStandIn } from "@/lib/protocol/model-refs";
import type { MessageRowProps } from "./message-actions";

const Seal = lazy(async () => ({ default: (await import("@/components/evidence/seal")).Seal }));
const PlanCard = lazy(async () => ({ default: (await import("@/components/chat/plan/plan-card")).PlanCard }));

type AnswerWorkProps = MessageRowProps & {
  turn: Turn;
  claims: ClaimsData | null;
  marks: readonly SignedMark[];
  isFolded: boolean;
  shown: ShownNumbers;
};

/** What was done for the answer, its plan, and what the check found, in one frame. */
export function AnswerWork({ turn, claims, marks, isFolded, shown, ...row }: AnswerWorkProps) {
  const { message, live } = row;
  const { metadata } = message;
  const isOver = live === null;
  const isAsked = findAskedWord(message) !== null || listWaiting(message).length > 0;
  const hasFound = useMemo(() => listFoundPages(listEarlySteps(turn)).length > 0, [turn]);
  const isOwnKnowledge =
    isOver &&
    metadata?.outcome === "completed" &&
    turn.answer !== "" &&
    !row.hasFiles &&
    !hasOther(turn, message, shown);
  if (isOver && turn.steps.length === 0 && turn.answer === "" && turn.plan === null) return null;
  return (
    <WorkCard
      steps={turn.steps}
      {...{ metadata, live, isAsked, isFolded, isOwnKnowledge }}
      way={
        <OtherWay
          settings={row.settings}
          metadata={metadata}
          onRestart={(options) => void row.actions.restart(message.id, options)}
        />
      }
    >
      <Suspense fallback={null}>
        {turn.plan && <AnswerPlan {...row} {...{ turn, isOver }} plan={turn.plan} />}
      </Suspense>
      {hasFound && turn.answer !== "" && !isGuide(message) && (
        <SealRow {...{ message, claims, marks, isOver, shown }} />
      )}
    </WorkCard>
  );
}

/** Whether it rests on more than what the model knows. */
function hasOther(turn: Turn, message: ChatMessage, shown: ShownNumbers): boolean {
  const hasWorked = turn.steps.some(({ kind }) => kind === "tool") || turn.plan !== null;
  return isGuide(message) || hasWorked || turn.memories !== null || turn.sources.length > 0 || shown.size > 0;
}

/** What the guide says are quotations: there is nothing to check. */
const isGuide = ({ metadata }: ChatMessage): boolean => isStandIn(metadata?.model ?? "");

type SealRowProps = Pick<AnswerWorkProps, "message" | "claims" | "marks" | "shown"> & { isOver: boolean };

/** As high from the first word on as with what the check finds. */
function SealRow({ message, claims, marks, isOver, shown }: SealRowProps) {
  const t = useTranslations("chat.work");
  const evaluation = message.metadata?.evaluation;
  const isChecked = marks.length > 0 || (isOver && evaluation !== undefined);
  return (
    <div className="flex min-h-[68px] flex-col justify-center border-t border-hairline px-3.5">
      <Suspense fallback={null}>
        {isChecked ? (
          <Seal messageId={message.id} {...{ claims, marks, evaluation, isOver }} />
        ) : (
          <p>{t(!isOver ? "checking" : shown.size === 0 ? "nothingCited" : "notChecked")}</p>
        )}
      </Suspense>
    </div>
  );
}

type AnswerPlanProps = MessageRowProps & Pick<ComponentProps<typeof PlanCard>, "plan" | "turn" | "isOver">;

function AnswerPlan({ conversationId, message, actions, plan, turn, isOver }: AnswerPlanProps) {
  const place = { conversationId, messageId: message.id };
  return <PlanCard {...{ plan, turn, place, isOver, actions }} runId={message.metadata?.runId} />;
}
