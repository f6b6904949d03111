"use client";

import { maxAnswerCharacters } from "@/lib/protocol/limits";
import { MessageCircleQuestion } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState, type FormEvent } from "react";
import { toClockText, useTimeLeft } from "@/components/chat/trail/use-time-left";
import { Button } from "@/components/ui/button";
import { Problem } from "@/components/ui/problem";

type OpenQuestionProps = {
  text: string;
  choices: readonly string[];
  /** What counts without an answer. */
  fallback: string | null;
  askedAt: number;
  dueAt: number;
  /** The person may say something else than the choices. */
  hasOwnWords: boolean;
  /** Why the last answer was not taken. */
  problem: string | null;
  onAnswer: (text: string) => void;
  /** Goes on with what counts without an answer, at once. */
  onSkip?: () => void;
};

/** Something that the person is asked: choices, words of their own, and how long there is. */
export function OpenQuestion({
  text,
  choices,
  fallback,
  problem,
  onAnswer,
  onSkip,
  ...props
}: OpenQuestionProps) {
  const t = useTranslations("plans.question");
  const id = useId();
  const left = useTimeLeft(props);
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3 rounded-xl border border-mark bg-raised p-4">
      <h3 id={id} className="flex items-start gap-2 font-semibold">
        <MessageCircleQuestion size={17} aria-hidden className="mt-1 shrink-0 text-mark" />
        <span dir="auto" className="wrap-anywhere">
          {text}
        </span>
      </h3>
      <Problem>{problem}</Problem>
      <Choices choices={choices} onAnswer={onAnswer} />
      {(props.hasOwnWords || choices.length === 0) && <OwnAnswer onAnswer={onAnswer} />}
      {fallback !== null && (
        <p className="text-small wrap-anywhere text-quiet">
          {left === null
            ? t("fallbackNow", { fallback })
            : t("fallback", { fallback, time: toClockText(left) })}{" "}
          {onSkip !== undefined && (
            <button
              type="button"
              onClick={onSkip}
              className="rounded-sm text-accent underline underline-offset-2 pointer-coarse:py-3"
            >
              {t("skip")}
            </button>
          )}
        </p>
      )}
    </section>
  );
}

function Choices({ choices, onAnswer }: Pick<OpenQuestionProps, "choices" | "onAnswer">) {
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {choices.map((choice) => (
        <Button
          key={choice}
          onClick={() => onAnswer(choice)}
          className="h-auto min-h-11 max-w-full py-1.5 text-start wrap-anywhere"
        >
          {choice}
        </Button>
      ))}
    </div>
  );
}

function OwnAnswer({ onAnswer }: Pick<OpenQuestionProps, "onAnswer">) {
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
