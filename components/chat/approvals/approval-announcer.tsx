"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { Approval } from "@/lib/client/approvals";
import { useApprovalQuestion } from "./use-approval-question";

/** Tells a screen reader once that the reply waits for the person, without taking the focus. It is there before, or the first one would not be heard. */
export function ApprovalAnnouncer({ asked }: { asked: Approval[] }) {
  const t = useTranslations("consent.live");
  const toQuestion = useApprovalQuestion();
  const [spoken, setSpoken] = useState("");
  const newest = asked.at(-1);
  const question = newest === undefined ? null : toQuestion(newest);
  const { id, dueAt = 0 } = newest ?? {};

  useEffect(() => {
    // What is there when the page opens comes after it, so that it is heard as news.
    const timer = setTimeout(
      () => setSpoken(question === null ? "" : t("asked", { question, minutes: toMinutes(dueAt) })),
      0,
    );
    return () => clearTimeout(timer);
  }, [id, dueAt, question, t]);

  return (
    <div role="status" aria-live="polite" className="sr-only">
      {spoken}
    </div>
  );
}

function toMinutes(dueAt: number): number {
  return Math.max(0, Math.round((dueAt - Date.now()) / 60_000));
}
