"use client";

import { RotateCcw, WifiOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import type { SessionProblem, SessionState } from "@/lib/client/session-state";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { MessageActions } from "./message-actions";
import { Trail } from "./trail";

type ConversationEndProps = { last: ChatMessage | undefined; state: SessionState; actions: MessageActions };

/** What stands after the last message: work that has not shown anything yet, a lost connection, or what went wrong. */
export function ConversationEnd({ last, state, actions }: ConversationEndProps) {
  const t = useTranslations("chat");
  const isUnanswered = last?.role === "user";
  if (state.problem) return <ProblemNotice problem={state.problem} actions={actions} />;
  if (state.phase === "reconnecting") {
    return (
      <p role="status" className="flex items-center gap-2 text-sm text-quiet">
        <WifiOff size={16} aria-hidden />
        {t("reconnecting")}
      </p>
    );
  }
  if (!isUnanswered) return null;
  if (state.phase === "replying") return <Trail steps={[]} metadata={undefined} live={state} isAnswering={false} />;
  return (
    <div className="flex flex-wrap items-center gap-3 text-sm text-quiet">
      <p>{t("unanswered")}</p>
      <Button onClick={() => actions.regenerate()}>
        <RotateCcw size={16} aria-hidden />
        {t("actions.retry")}
      </Button>
    </div>
  );
}

function ProblemNotice({ problem, actions }: { problem: SessionProblem; actions: MessageActions }) {
  const t = useTranslations("chat");
  return (
    <div role="alert" className="rounded-lg bg-bad-tint px-3 py-2.5 text-sm text-bad">
      <p>
        {problem.code === "run_active" ? t("problem.run_active") : t(`problem.${problem.kind}`)}{" "}
        {problem.code !== "run_active" && problem.detail} {toAdvice(problem, t)}
      </p>
      <div className="mt-2 flex gap-2">
        <Button onClick={toRetry(problem, actions)}>
          <RotateCcw size={16} aria-hidden />
          {t("actions.retry")}
        </Button>
        <Button tone="quiet" onClick={actions.dismissProblem}>
          {t("problem.dismiss")}
        </Button>
      </div>
    </div>
  );
}

/** What is kept, and what to do. */
function toAdvice(problem: SessionProblem, t: ReturnType<typeof useTranslations<"chat">>): string {
  switch (problem.kind) {
    case "refused":
      return t("problem.textKept");
    case "unsent":
      return `${t("problem.textKept")} ${t("problem.offline")}`;
    case "failed":
      return t("problem.questionKept");
    case "not_stopped":
    case "not_loaded":
      return t("problem.offline");
  }
}

function toRetry(problem: SessionProblem, actions: MessageActions): () => void {
  switch (problem.kind) {
    case "refused":
    case "unsent":
      return actions.sendAgain;
    case "failed":
      return () => actions.regenerate();
    case "not_stopped":
      return actions.stop;
    case "not_loaded":
      return actions.loadOlder;
  }
}
