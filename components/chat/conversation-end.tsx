"use client";

import { RotateCcw, WifiOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { isErrorCode } from "@/lib/errors";
import { Button } from "@/components/ui/button";
import type { ConversationProblem, ReplyStatus } from "@/lib/client/conversation/state";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ClientSettings } from "@/lib/protocol/client-settings";
import type { MessageActions } from "@/components/chat/message/message-actions";
import { AgentLine } from "@/components/agents/agent-line";
import { OtherWay } from "@/components/chat/trail/other-way";
import { WorkCard } from "@/components/chat/work/work-card";
import { useTimeSince } from "@/components/chat/trail/use-time-since";

type ConversationEndProps = {
  last: ChatMessage | undefined;
  state: ReplyStatus;
  settings: ClientSettings;
  actions: MessageActions;
};

/** After the last message: work that has shown nothing yet, what was not sent, or what went wrong. */
export function ConversationEnd({ last, state, settings, actions }: ConversationEndProps) {
  const t = useTranslations("chat");
  const isUnanswered = last?.role === "user";
  if (state.problem) return <ProblemNotice problem={state.problem} last={last} actions={actions} />;
  if (state.phase === "unsent")
    return (
      <div className="flex min-h-11 items-center gap-2.5 rounded-xl border border-hairline bg-raised ps-3.5 pe-1 text-sm text-quiet">
        <WifiOff size={16} aria-hidden className="shrink-0" />
        <p className="min-w-0 flex-1 py-2">{t("unsent")}</p>
        <Button tone="quiet" onClick={actions.takeBackQuestion}>
          {t("takeBack")}
        </Button>
      </div>
    );
  if (!isUnanswered) return null;
  if (state.phase !== "idle")
    return (
      <div className="flex flex-col gap-4">
        {/* Who answers is not known yet; the line has its room. */}
        <div aria-hidden className="invisible empty:hidden">
          <AgentLine agent={undefined} settings={settings} />
        </div>
        <WorkCard
          steps={[]}
          metadata={undefined}
          live={state}
          isAsked={false}
          isFolded={false}
          isOwnKnowledge={false}
          way={
            <OtherWay
              settings={settings}
              metadata={undefined}
              onRestart={(options) => void actions.restart(undefined, options)}
            />
          }
        />
      </div>
    );
  return (
    <div className="flex flex-wrap items-center gap-3 text-sm text-quiet">
      <p>{t("unanswered")}</p>
      <Button onClick={() => void actions.regenerate()}>
        <RotateCcw size={16} aria-hidden />
        {t("actions.retry")}
      </Button>
    </div>
  );
}

type ProblemNoticeProps = {
  problem: ConversationProblem;
  last: ChatMessage | undefined;
  actions: MessageActions;
};

function ProblemNotice({ problem, last, actions }: ProblemNoticeProps) {
  const t = useTranslations("chat");
  const tErrors = useTranslations("errors.codes");
  const { detail, retryAfter } = problem;
  const goneSeconds = Math.floor(useTimeSince(problem) / 1000);
  return (
    <div className="rounded-lg bg-bad-tint px-3 py-2.5 text-sm text-bad">
      <p role="alert">{[...toSentences(problem, t, tErrors), toAdvice(problem, t)].join(" ")}</p>
      {retryAfter !== null && (
        <p>{t("problem.retryAfter", { seconds: Math.max(0, Math.ceil(retryAfter) - goneSeconds) })}</p>
      )}
      {detail !== null && (
        <details className="mt-1">
          <summary className="w-fit rounded-sm pointer-coarse:py-2">{t("outcome.details")}</summary>
          <p className="wrap-anywhere">{detail}</p>
        </details>
      )}
      <div className="mt-2 flex gap-2">
        <Button onClick={toRetry(problem, last, actions)}>
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

type Translate = ReturnType<typeof useTranslations<"chat">>;
type TranslateCode = ReturnType<typeof useTranslations<"errors.codes">>;

/** What means something else in a conversation than on other pages. */
const ownCodes = ["overloaded", "quota_exhausted", "not_found"] as const;

/** What happened, and why, in the page's own words; the server's are folded below. */
function toSentences({ kind, asked, code }: ConversationProblem, t: Translate, tErrors: TranslateCode) {
  const isReply = kind === "refused" && (asked === "again" || asked === "continue");
  const own = ownCodes.find((each) => each === code);
  const isKnown = code !== null && isErrorCode(code);
  return [
    t(isReply ? "problem.not_begun" : `problem.${kind}`),
    ...(own !== undefined ? [t(`problem.codes.${own}`)] : isKnown ? [tErrors(code, { detail: "none" })] : []),
  ];
}

/** What is kept, and what to do. */
function toAdvice(problem: ConversationProblem, t: Translate): string {
  switch (problem.kind) {
    case "refused":
      return toKept(problem, t);
    case "unsent":
      return `${toKept(problem, t)} ${t("problem.offline")}`;
    case "failed":
      return t("problem.questionKept");
    case "not_stopped":
    case "not_loaded":
      return t("problem.offline");
  }
}

function toKept({ asked }: ConversationProblem, t: Translate): string {
  if (asked === "message") return t("problem.textKept");
  return t(asked === "queued" ? "problem.queueKept" : "problem.answerKept");
}

function toRetry(
  problem: ConversationProblem,
  last: ChatMessage | undefined,
  actions: MessageActions,
): () => void {
  switch (problem.kind) {
    case "refused":
    case "unsent":
      return toAskAgain(problem, last, actions);
    case "failed":
      return () => void actions.regenerate();
    case "not_stopped":
      return () => void actions.stop();
    case "not_loaded":
      return () => void actions.loadOlder();
  }
}

function toAskAgain(
  { asked }: ConversationProblem,
  last: ChatMessage | undefined,
  actions: MessageActions,
): () => void {
  switch (asked) {
    case "message":
      return actions.sendAgain;
    case "queued":
      return actions.sendNext;
    case "again":
      return () => void actions.regenerate(last?.role === "assistant" ? last.id : undefined);
    case "continue":
      return () => void actions.continueReply();
  }
}
