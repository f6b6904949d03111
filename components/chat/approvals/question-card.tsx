"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, type Ref } from "react";
import type { ConversationVerbs } from "@/lib/client/conversation/state";
import type { PersonQuestion } from "@/lib/protocol/person-questions";
import { Exchange } from "./exchange";
import { OpenQuestion } from "./open-question";

type QuestionCardProps = { question: PersonQuestion; onAnswer: ConversationVerbs["answerQuestion"] };

/** Something that the agent asks the person, with what counts when they say nothing; then one line. */
export function QuestionCard({ question, onAnswer }: QuestionCardProps) {
  const t = useTranslations("plans.question");
  const [given, setGiven] = useState<string | null>(null);
  const [problem, setProblem] = useState<QuestionProblem | null>(null);
  const line = useRef<HTMLElement>(null);
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

type QuestionProblem = "gone" | "decided" | "failed";

type OutcomeProps = { question: PersonQuestion; given: string | null; ref: Ref<HTMLElement> };

function QuestionOutcome({ question, given, ref }: OutcomeProps) {
  const t = useTranslations("plans.question");
  const tDone = useTranslations("consent.done");
  const { text, state, answer = given ?? "" } = question;
  const words =
    answer === "" ? t("closed") : state === "expired" ? tDone("silent", { fallback: answer }) : answer;
  return <Exchange ref={ref} question={text} answer={words} />;
}
