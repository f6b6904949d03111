"use client";

import { useEffect, useRef, useState, type Ref } from "react";
import { Check, Hourglass, Pencil, X } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import type { ApprovalReply } from "@/lib/client/conversation/api";
import type { ConversationVerbs } from "@/lib/client/conversation/state";
import type { Approval, ApprovalState } from "@/lib/client/message/approvals";
import type { ApprovalAnswer } from "@/lib/protocol/approvals";
import { isQuestion, toAskedText, type QuestionCall } from "@/components/tools/views";
import { Exchange } from "./exchange";
import { OpenQuestion } from "./open-question";
import { ApprovalQuestion } from "./approval-question";
import { useApprovalQuestion } from "./use-approval-question";

type ApprovalCardProps = { approval: Approval; onAnswer: ConversationVerbs["approve"] };

/** A step that only the person can allow: what it would do, why it waits, the answer; then one line. */
export function ApprovalCard({ approval, onAnswer }: ApprovalCardProps) {
  const { given, reply, isBusy, answer } = useAnswer(approval, onAnswer);
  const settled = useRef<HTMLElement>(null);
  const wasGiven = given !== null;
  // What had the focus is gone; the line that came instead says what was done.
  useEffect(() => {
    if (wasGiven) settled.current?.focus({ preventScroll: true });
  }, [wasGiven]);
  const state = approval.state === "asked" ? given?.state : approval.state;
  if (state === undefined && isQuestion(approval.part))
    return <PersonQuestion approval={approval} part={approval.part} reply={reply} onAnswer={answer} />;
  if (state === undefined)
    return <ApprovalQuestion approval={approval} reply={reply} isBusy={isBusy} onAnswer={answer} />;
  const focus = (element: HTMLElement | null) => void (settled.current = element);
  if (isQuestion(approval.part))
    return (
      <AnsweredQuestion
        ref={focus}
        part={approval.part}
        answer={state === "edited" ? (approval.answer ?? given?.answer) : undefined}
      />
    );
  return (
    <ApprovalOutcome ref={focus} approval={approval} state={state} at={approval.decidedAt ?? given?.at} />
  );
}

type PersonQuestionProps = {
  approval: Approval;
  part: QuestionCall;
  reply: ApprovalReply | null;
  onAnswer: (answer: ApprovalAnswer) => void;
};

/** The model's own question: what the person says is put into the call. */
function PersonQuestion({ approval, part, reply, onAnswer }: PersonQuestionProps) {
  const t = useTranslations("consent.problem");
  const { question = "", choices = [], default: fallback = null } = part.input ?? {};
  const asked = choices.filter((choice) => choice !== undefined);
  return (
    <OpenQuestion
      text={question}
      choices={asked}
      fallback={fallback}
      {...{ askedAt: approval.askedAt, dueAt: approval.dueAt }}
      hasOwnWords
      problem={reply === null || reply.kind === "taken" ? null : t(reply.kind)}
      onAnswer={(answer) => onAnswer({ decision: "edit", input: { ...part.input, answer } })}
      onSkip={() => onAnswer({ decision: "approve" })}
    />
  );
}

type AnsweredQuestionProps = {
  part: QuestionCall;
  answer: string | undefined;
  ref: Ref<HTMLElement>;
};

function AnsweredQuestion({ part: { input }, answer, ref }: AnsweredQuestionProps) {
  const t = useTranslations("consent.done");
  const fallback = input?.default ?? "";
  const silent = fallback === "" ? t("none") : t("silent", { fallback });
  return <Exchange ref={ref} question={input?.question ?? ""} answer={answer ?? silent} />;
}

const states = { approve: "approved", deny: "denied", edit: "edited" } as const;

/**
 * Yes and no show at once; when the server does not take the answer, the question stands again, with why.
 * Changed words stay in their fields until they are taken.
 */
function useAnswer({ id }: Approval, onAnswer: ConversationVerbs["approve"]) {
  const [given, setGiven] = useState<{ state: SettledState; at: number; answer?: string } | null>(null);
  const [reply, setReply] = useState<ApprovalReply | null>(null);
  const [isBusy, setBusy] = useState(false);
  const answer = async (wanted: ApprovalAnswer) => {
    const words = wanted.decision === "edit" ? wanted.input["answer"] : undefined;
    const taken = {
      state: states[wanted.decision],
      at: Date.now(),
      ...(typeof words === "string" && { answer: words }),
    };
    setBusy(true);
    setReply(null);
    if (wanted.decision !== "edit") setGiven(taken);
    const came = await onAnswer(id, wanted);
    setBusy(false);
    setReply(came);
    setGiven(came.kind === "taken" ? taken : null);
  };
  return { given, reply, isBusy, answer: (wanted: ApprovalAnswer) => void answer(wanted) };
}

type SettledState = Exclude<ApprovalState, "asked">;

type ApprovalOutcomeProps = {
  approval: Pick<Approval, "part">;
  state: SettledState;
  /** Milliseconds since 1970. */
  at: number | undefined;
  ref: Ref<HTMLElement>;
};

/** What became of a question to the person, in one line. */
function ApprovalOutcome({ approval, state, at, ref }: ApprovalOutcomeProps) {
  const t = useTranslations("consent.done");
  const format = useFormatter();
  const toQuestion = useApprovalQuestion();
  const Icon = icons[state];
  const time = at === undefined ? "" : ` · ${format.dateTime(new Date(at), { timeStyle: "short" })}`;
  return (
    <p
      ref={ref as Ref<HTMLParagraphElement>}
      tabIndex={-1}
      className="flex items-start gap-2 rounded-lg text-sm leading-5 text-quiet"
    >
      <Icon size={15} aria-hidden className="mt-0.5 shrink-0" />
      <span className="line-clamp-2 wrap-anywhere">
        <span className="font-medium text-ink">{t(state)}</span>
        {time} · {toQuestion(approval)} {toAskedText(approval.part)}
      </span>
    </p>
  );
}

const icons = { approved: Check, denied: X, edited: Pencil, expired: Hourglass, ended: X };
