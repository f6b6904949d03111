"use client";

import { MessageCircleQuestion } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState, type FormEvent, type Ref } from "react";
import { toClockText, useTimeLeft } from "@/components/chat/trail/use-time-left";
import { Button } from "@/components/ui/button";
import type { ConversationVerbs } from "@/lib/client/conversation/state";
import { maxAnswerCharacters, type PersonQuestion } from "@/lib/protocol/person-questions";

type QuestionCardProps = { question: PersonQuestion; onAnswer: ConversationVerbs["answerQuestion"] };

/** Something that the agent asks the person, with what counts when they say nothing; then one line. */
export function QuestionCard({ question, onAnswer }: QuestionCardProps) {
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
  return <OpenQuestion {...{ question, problem }} onAnswer={(text) => void answer(text)} />;
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

type OpenProps = { question: PersonQuestion; problem: Problem | null; onAnswer: (text: string) => void };

function OpenQuestion({ question, problem, onAnswer }: OpenProps) {
  const t = useTranslations("plans.question");
  const id = useId();
  const left = useTimeLeft({ askedAt: question.askedAt, dueAt: question.expiresAt });
  const { text, choices = [], fallback, topic } = question;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3 rounded-xl border border-mark bg-raised p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="flex items-center gap-2 text-xs font-semibold text-quiet">
          <MessageCircleQuestion size={15} aria-hidden className="text-mark" />
          {t("label")}
        </p>
        {left !== null && (
          <span aria-hidden className="text-xs text-quiet">
            {toClockText(left)}
          </span>
        )}
      </div>
      <h3 id={id} dir="auto" className="font-semibold wrap-anywhere">
        {text}
      </h3>
      {problem !== null && (
        <p role="alert" className="text-sm text-bad">
          {t(problem)}
        </p>
      )}
      {choices.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {choices.map((choice, index) => (
            <Button
              key={choice}
              tone={index === 0 && topic !== "conflict" ? "primary" : "plain"}
              onClick={() => onAnswer(choice)}
              className="h-auto max-w-full py-1.5 text-start wrap-anywhere"
            >
              {choice}
            </Button>
          ))}
        </div>
      )}
      {(topic === "tool" || choices.length === 0) && <OwnAnswer onAnswer={onAnswer} />}
      {fallback !== null && <p className="text-xs text-quiet">{t("fallback", { fallback })}</p>}
    </section>
  );
}

function OwnAnswer({ onAnswer }: Pick<OpenProps, "onAnswer">) {
  const t = useTranslations("plans.question");
  const [text, setText] = useState("");
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== "") onAnswer(text.trim());
  };
  return (
    <form onSubmit={send} className="flex flex-wrap gap-2">
      <input
        type="text"
        dir="auto"
        aria-label={t("own")}
        placeholder={t("own")}
        maxLength={maxAnswerCharacters}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="text-field min-w-0 flex-1"
      />
      <Button type="submit" tone="primary" aria-disabled={text.trim() === ""}>
        {t("send")}
      </Button>
    </form>
  );
}
