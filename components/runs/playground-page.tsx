"use client";

import { useTranslations } from "next-intl";
import { useEffect, useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { useReason } from "@/components/ui/use-reason";
import { Page } from "@/components/ui/page";
import { isWhole, toEdited, toTried, type EditedMessage } from "./edited-messages";
import { estimateCall } from "@/lib/features/traces/api";
import { call, type Answer } from "@/lib/client/request";
import type { PlaygroundCall, PlaygroundEstimate } from "@/lib/features/traces/shape/playground";
import type { BranchChoices } from "./branch-form";
import { PlaygroundAnswer } from "./playground-answer";
import { PlaygroundChoices, type PlaygroundChosen } from "./playground-choices";
import { PlaygroundMessages } from "./playground-messages";
import { useRunWords } from "./use-run-words";
import { useTriedCall } from "./use-tried-call";

type Props = { runId: string; recorded: PlaygroundCall; choices: BranchChoices };

/** A recorded call of a model, whose messages can be edited, and made once more beside what was recorded. */
export function PlaygroundPage({ runId, recorded, choices }: Props) {
  const t = useTranslations("runs");
  const [messages, setMessages] = useState<EditedMessage[]>(() =>
    recorded.messages.map((message, index) => toEdited(message, String(index))),
  );
  const [chosen, setChosen] = useState<PlaygroundChosen>({
    ...{ model: "", mode: "", tools: recorded.tools },
    temperature: recorded.made.temperature === null ? "" : String(recorded.made.temperature),
  });
  const body = useMemo(() => toBody(recorded.call, messages, chosen), [recorded.call, messages, chosen]);
  const { tried, run, stop } = useTriedCall(runId);
  return (
    <Page
      isWide
      title={t("playground.title")}
      help={t("playground.help")}
      back={{ href: `/runs/${runId}`, name: t("playground.back") }}
    >
      <PlaygroundMessages messages={messages} onChange={setMessages} />
      <PlaygroundChoices
        {...{ choices, chosen, tools: recorded.tools }}
        onChange={(part) => setChosen((before) => ({ ...before, ...part }))}
      />
      <Estimate runId={runId} body={body} />
      <div className="mt-3 flex gap-2">
        <Button
          tone="primary"
          disabled={body === null || tried.isRunning}
          onClick={() => body !== null && void run(body)}
        >
          {tried.isRunning ? t("playground.running") : t("playground.run")}
        </Button>
        {tried.isRunning && <Button onClick={stop}>{t("playground.stop")}</Button>}
      </div>
      <PlaygroundAnswer recorded={recorded} tried={tried} />
    </Page>
  );
}

/** `null` while something is not ready to be sent. */
function toBody(call: number, messages: EditedMessage[], chosen: PlaygroundChosen) {
  const { model, mode, tools } = chosen;
  const temperature = chosen.temperature === "" ? undefined : Number(chosen.temperature);
  const isReady = messages.length > 0 && messages.every(({ parts }) => parts.every(isWhole));
  if (!isReady) return null;
  return {
    ...{ call, tools, messages: messages.map(toTried) },
    ...(model !== "" && { model }),
    ...(mode !== "" && { mode }),
    ...(temperature !== undefined && { temperature }),
  };
}

/** After the last change of what is typed. */
const quietMs = 400;

/** What the call would take, asked again when it has changed. */
function Estimate({ runId, body }: { runId: string; body: object | null }) {
  const t = useTranslations("runs.playground");
  const tRuns = useTranslations("runs");
  const explain = useReason();
  const { toCost } = useRunWords();
  const [answer, setAnswer] = useState<Answer<PlaygroundEstimate> | null>(null);
  useEffect(() => {
    if (body === null) return;
    const change = new AbortController();
    const timer = setTimeout(() => {
      void call(estimateCall, { params: { id: runId }, body, signal: change.signal }).then(
        (read) => change.signal.aborted || setAnswer(read),
      );
    }, quietMs);
    return () => {
      clearTimeout(timer);
      change.abort();
    };
  }, [runId, body]);
  return (
    <p role="status" className="mt-4 min-h-5 text-sm leading-5">
      {body === null && t("notReady")}
      {body !== null && answer?.ok === false && explain(answer)}
      {body !== null &&
        answer?.ok === true &&
        t("estimate", {
          input: answer.value.inputTokens,
          output: answer.value.mostOutputTokens,
          cost: toCost(answer.value.mostMicroUsd) || tRuns("compare.free"),
        })}
    </p>
  );
}
