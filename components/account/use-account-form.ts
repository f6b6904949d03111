"use client";

import { useEffect, useRef, useState } from "react";
import type { FormEvent, RefObject } from "react";
import type { FieldErrors, Values } from "./check-fields";
import { submitForm } from "./submit-form";
import type { FormFailure, FormRules } from "./submit-form";

export type AccountForm = {
  /** For the `form`: the browser holds what is typed, so it is there before the script and after failures. */
  props: {
    ref: RefObject<HTMLFormElement | null>;
    onSubmit: (event: FormEvent<HTMLFormElement>) => void;
    method: "post";
    noValidate: true;
  };
  isSending: boolean;
  problem: string | null;
  /** The server's word for it. */
  failedCode: string | null;
  errors: FieldErrors;
  /** Until it may be tried again. */
  secondsLeft: number;
};

type Options<VALUE> = FormRules<VALUE> & { onDone: (value: VALUE, values: Values) => void };

const nothingWrong: FormFailure = { code: null, text: null, fields: {}, waitSeconds: 0 };

/** A form sent by script: one at a time, not while the server wants a wait; focuses the first wrong field. */
export function useAccountForm<VALUE>({ onDone, ...rules }: Options<VALUE>): AccountForm {
  const ref = useRef<HTMLFormElement>(null);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState(nothingWrong);
  const [secondsLeft, startCountdown] = useCountdown();

  useEffect(() => {
    ref.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus();
  }, [failure]);

  const submit = async (form: HTMLFormElement): Promise<void> => {
    const data = new FormData(form);
    const values: Values = (name) => String(data.get(name) ?? "");
    setSending(true);
    setFailure(nothingWrong);
    const outcome = await submitForm(values, rules);
    setSending(false);
    if (outcome.isDone) return onDone(outcome.value, values);
    setFailure(outcome);
    startCountdown(outcome.waitSeconds);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!isSending && secondsLeft === 0) void submit(event.currentTarget);
  };
  const { code, fields, text } = failure;
  return {
    props: { ref, onSubmit, method: "post", noValidate: true },
    isSending,
    problem: text,
    failedCode: code,
    errors: fields,
    secondsLeft,
  };
}

/** Counts by the clock: a page in the background may be late with its ticks. */
function useCountdown(): [number, (seconds: number) => void] {
  const [state, setState] = useState({ until: 0, secondsLeft: 0 });
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
