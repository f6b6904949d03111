"use client";

import { useEffect, useRef, useState } from "react";
import type { ApprovalReply } from "@/lib/client/conversation/api";
import type { ConversationVerbs } from "@/lib/client/conversation/state";
import type { Approval } from "@/lib/client/approvals";
import type { ApprovalAnswer } from "@/lib/protocol/approvals";
import { ApprovalOutcome, type SettledState } from "./approval-outcome";
import { ApprovalQuestion } from "./approval-question";

type ApprovalCardProps = { approval: Approval; onAnswer: ConversationVerbs["approve"] };

/** A step that only the person can allow: what it would do, why it waits, and the answer; afterwards one line. */
export function ApprovalCard({ approval, onAnswer }: ApprovalCardProps) {
  const { given, reply, isBusy, answer } = useAnswer(approval, onAnswer);
  const settled = useRef<HTMLParagraphElement>(null);
  const wasGiven = given !== null;
  // What had the focus is gone; the line that came instead says what was done.
  useEffect(() => {
    if (wasGiven) settled.current?.focus({ preventScroll: true });
  }, [wasGiven]);
  const state = approval.state === "asked" ? given?.state : approval.state;
  if (state === undefined)
    return <ApprovalQuestion approval={approval} reply={reply} isBusy={isBusy} onAnswer={answer} />;
  return (
    <ApprovalOutcome ref={settled} approval={approval} state={state} at={approval.decidedAt ?? given?.at} />
  );
}

const states = { approve: "approved", deny: "denied", edit: "edited" } as const;

/**
 * Yes and no count for the eye at once; when the server does not take it the question stands again, with why. Changed words stay in their
 * fields until they were taken.
 */
function useAnswer({ id }: Approval, onAnswer: ConversationVerbs["approve"]) {
  const [given, setGiven] = useState<{ state: SettledState; at: number } | null>(null);
  const [reply, setReply] = useState<ApprovalReply | null>(null);
  const [isBusy, setBusy] = useState(false);
  const answer = async (wanted: ApprovalAnswer) => {
    const taken = { state: states[wanted.decision], at: Date.now() };
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
