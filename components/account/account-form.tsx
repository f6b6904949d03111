"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { FieldErrors } from "@/components/ui/field";
import type { Values } from "./check-fields";
import { submitForm, type FormFailure, type FormRules, type FormWords } from "./submit-form";

type Props<VALUE> = Pick<FormRules<VALUE>, "fields" | "send"> &
  Pick<FormWords, "byCode" | "byField"> & {
    onDone: (value: VALUE, values: Values) => void;
    /** What the button says, and while it is being done. */
    label: string;
    busyLabel: string;
    tone?: "primary" | "plain" | "danger";
    /** The button is as wide as the form. */
    isWide?: boolean;
    /** What is said until something is sent. */
    problem?: string | null;
    /** Before the button, on its line; `code` is the server's word for what failed. */
    beside?: (code: string | null) => ReactNode;
    className?: string;
    children?: ReactNode;
  };

const nothingWrong: FormFailure = { code: null, text: null, fields: {}, waitSeconds: 0 };

/**
 * A form sent by script: one at a time, not while the server wants a wait; focuses the first wrong field. The
 * browser holds what is typed, so it is there before the script and after failures.
 */
export function AccountForm<VALUE>({ fields, send, byCode = {}, byField = {}, ...props }: Props<VALUE>) {
  const { onDone, problem = null, beside, className = "", children, ...button } = props;
  const form = useRef<HTMLFormElement>(null);
  const words = { ...useFormWords(fields), byCode, byField };
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<FormFailure>({ ...nothingWrong, text: problem });
  const [secondsLeft, startCountdown] = useCountdown();

  useEffect(() => {
    form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus();
  }, [failure]);

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isSending || secondsLeft > 0) return;
    const data = new FormData(event.currentTarget);
    const values: Values = (name) => String(data.get(name) ?? "");
    setSending(true);
    setFailure(nothingWrong);
    const outcome = await submitForm(values, { fields, send, words });
    setSending(false);
    if (outcome.isDone) return onDone(outcome.value, values);
    setFailure(outcome);
    startCountdown(outcome.waitSeconds);
  };
  const submitButton = <SubmitButton {...{ ...button, isSending, secondsLeft }} />;
  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      className={`flex flex-col gap-4 ${className}`}
    >
      <FormProblem text={failure.text} />
      <FieldErrors value={failure.fields}>{children}</FieldErrors>
      {beside === undefined ? (
        submitButton
      ) : (
        <div className="flex flex-wrap items-center justify-end gap-2">
          {beside(failure.code)}
          {submitButton}
        </div>
      )}
    </form>
  );
}

/** What went wrong with the whole of it, read out when it appears. */
export function FormProblem({ text }: { text: string | null }) {
  return (
    <div role="alert" className="empty:hidden">
      {text !== null && (
        <p className="rounded-lg bg-bad-tint px-3 py-2.5 text-sm leading-5 text-bad wrap-anywhere">{text}</p>
      )}
    </div>
  );
}

type SubmitProps = Pick<Props<never>, "label" | "busyLabel" | "tone" | "isWide"> & {
  isSending: boolean;
  secondsLeft: number;
};

/** Keeps its place in the keyboard's order while it waits, which is told once and counted silently. */
function SubmitButton({ isSending, secondsLeft, label, busyLabel, ...look }: SubmitProps) {
  const t = useTranslations("account.form");
  const { tone = "primary", isWide = false } = look;
  return (
    <Button
      type="submit"
      tone={tone}
      aria-disabled={isSending || secondsLeft > 0}
      className={`${isWide ? "min-h-11 w-full py-2 wrap-anywhere" : "self-start"} aria-disabled:cursor-default aria-disabled:opacity-60`}
    >
      {secondsLeft > 0 ? t("wait", { seconds: secondsLeft }) : isSending ? busyLabel : label}
    </Button>
  );
}

/** What every form says of fields and failures. */
function useFormWords(fields: Props<never>["fields"]): FormWords {
  const t = useTranslations("account.form");
  const tErrors = useTranslations("errors");
  const length = Object.values(fields).find((rule) => typeof rule === "object");
  return {
    required: t("required"),
    email: t("emailWrong"),
    length: length === undefined ? t("required") : t("passwordLength", length),
    unreachable: tErrors("unreachable"),
    tooMany: t("tooMany"),
  };
}

/** Counts by the clock: a page in the background may be late with its ticks. */
export function useCountdown(first = 0): [number, (seconds: number) => void] {
  const [state, setState] = useState(() => ({ until: Date.now() + first * 1000, secondsLeft: first }));
  const { until, secondsLeft } = state;
  const isCounting = secondsLeft > 0;
  useEffect(() => {
    if (!isCounting) return;
    const tick = () => setState({ until, secondsLeft: Math.max(0, Math.ceil((until - Date.now()) / 1000)) });
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [until, isCounting]);
  return [secondsLeft, (seconds) => setState({ until: Date.now() + seconds * 1000, secondsLeft: seconds })];
}
