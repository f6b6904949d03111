"use client";

import { MessageCircleQuestion } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, type Ref } from "react";
import type { ConversationVerbs } from "@/lib/client/conversation/state";
import type { PersonQuestion } from "@/lib/protocol/person-questions";
import { OpenQuestion } from "./open-question";

type QuestionCardProps = { question: PersonQuestion; onAnswer: ConversationVerbs["answerQuestion"] };

/** Something that the agent asks the person, with what counts when they say nothing; then one line. */
export function QuestionCard({ question, onAnswer }: QuestionCardProps) {
  const t = useTranslations("plans.question");
  const [given, setGiven] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const line = useRef<HTMLParagraphElement>(null);
  const wasGiven = given !== null;
  // What had the focus is gone; the line that came instead says what was done.
  useEffect(() => {
    if (wasGiven) line.current?.focus({ preventScroll: true });
  }, [wasGiven]);
  const answer = async (text: string) => {
    setGiven(text);
    setProblem(null);
    const { kind } = await onAnswer(question.id, text);
    if (kind === "taken") return;
    setGiven(null);
    setProblem(kind === "invalid" ? "failed" : kind);
  };
  if (question.state !== "asked" || given !== null)
    return <QuestionOutcome {...{ question, given }} ref={line} />;
  const { text, choices = [], fallback, askedAt, expiresAt: dueAt } = question;
  return (
    <OpenQuestion
      {...{ text, choices, fallback, askedAt, dueAt }}
      hasOwnWords={false}
      problem={problem === null ? null : t(problem)}
      onAnswer={(words) => void answer(words)}
    />
  );
}

type Problem = "gone" | "decided" | "failed";

type OutcomeProps = {
  question: PersonQuestion;
  given: string | null;
  ref: Ref<HTMLParagraphElement>;
};

function QuestionOutcome({ question, given, ref }: OutcomeProps) {
  const t = useTranslations("plans.question");
  const { text, state, answer = given ?? "" } = question;
  const outcome = state === "asked" || state === "answered" ? "answered" : answer === "" ? "closed" : state;
  return (
    <p ref={ref} tabIndex={-1} className="flex items-start gap-2 rounded-lg text-sm leading-5 text-quiet">
      <MessageCircleQuestion size={15} aria-hidden className="mt-0.5 shrink-0" />
      <span dir="auto" className="min-w-0 wrap-anywhere">
        {text} <span className="font-medium text-ink">{t(outcome, { answer })}</span>
      </span>
    </p>
  );
}
