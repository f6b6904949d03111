"use client";

import { Check, Hourglass, Pencil, X } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import type { Ref } from "react";
import type { Approval, ApprovalState } from "@/lib/client/approvals";
import { useApprovalQuestion } from "./use-approval-question";
import { toAskedText } from "@/components/chat/trail/asked-text";

export type SettledState = Exclude<ApprovalState, "asked">;

type ApprovalOutcomeProps = {
  approval: Pick<Approval, "part">;
  state: SettledState;
  /** Milliseconds since 1970. */
  at: number | undefined;
  ref?: Ref<HTMLParagraphElement>;
};

/** What became of a question to the person, in one line. */
export function ApprovalOutcome({ approval, state, at, ref }: ApprovalOutcomeProps) {
  const t = useTranslations("consent.done");
  const format = useFormatter();
  const toQuestion = useApprovalQuestion();
  const Icon = icons[state];
  const time = at === undefined ? "" : ` · ${format.dateTime(new Date(at), { timeStyle: "short" })}`;
  const asked = toAskedText(approval.part);
  return (
    <p ref={ref} tabIndex={-1} className="flex items-start gap-2 rounded-lg text-sm leading-5 text-quiet">
      <Icon size={15} aria-hidden className="mt-0.5 shrink-0" />
      <span className="line-clamp-2 wrap-anywhere">
        <span className="font-medium text-ink">{t(state)}</span>
        {time} · {toQuestion(approval)} {asked}
      </span>
    </p>
  );
}

const icons = { approved: Check, denied: X, edited: Pencil, expired: Hourglass, ended: X };
