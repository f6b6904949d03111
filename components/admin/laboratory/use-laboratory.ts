import { useEffect, useEffectEvent, useState } from "react";
import { useReason } from "@/components/ui/use-reason";
import {
  addQuestions,
  chooseAnswer,
  createExperiment,
  deleteExperiment,
  deleteQuestion,
  publishExperiment,
  readExperiment,
  saveNightly,
  stopExperiment,
} from "@/lib/features/laboratory/api";
import { call, callRemoval, type Answer } from "@/lib/client/request";
import type {
  AddQuestions,
  BlindChoice,
  ExperimentReply,
  ExperimentSummary,
  NewExperiment,
  QuestionsReply,
  SavedQuestion,
} from "@/lib/protocol/laboratory";
import type { Nightly, NightlyState } from "@/lib/protocol/nightly";

export type Laboratory = ReturnType<typeof useLaboratory>;

/** How often it is looked how far an experiment has come. */
const lookMs = 2_000;

/** Questions and experiments as they stand. Verbs say why they failed, or `null`. */
export function useLaboratory(initial: {
  questions: readonly SavedQuestion[];
  experiments: readonly ExperimentSummary[];
  nightly: NightlyState | null;
}) {
  const explain = useReason();
  const [questions, setQuestions] = useState(initial.questions);
  const [experiments, setExperiments] = useState(initial.experiments);
  const [nightly, setNightly] = useState(initial.nightly);
  const [replies, setReplies] = useState<Readonly<Record<string, ExperimentReply>>>({});

  function keep(reply: ExperimentReply): void {
    setReplies((before) => ({ ...before, [reply.id]: reply }));
    setExperiments((before) =>
      before.some(({ id }) => id === reply.id)
        ? before.map((one) => (one.id === reply.id ? reply : one))
        : [reply, ...before],
    );
  }
  const settle = async (asked: Promise<Answer<ExperimentReply>>): Promise<string | null> => {
    const answer = await asked;
    if (answer.ok) keep(answer.value);
    return answer.ok ? null : explain(answer);
  };
  const settleQuestions = async (asked: Promise<Answer<QuestionsReply>>): Promise<string | null> => {
    const answer = await asked;
    if (answer.ok) setQuestions(answer.value.questions);
    return answer.ok ? null : explain(answer);
  };

  return {
    ...{ questions, experiments, nightly, replies, explain },
    read: (id: string) => settle(call(readExperiment, { params: { id } })),
    create: (asked: NewExperiment) => settle(call(createExperiment, { body: asked })),
    stop: (id: string) => settle(call(stopExperiment, { params: { id }, body: { state: "stopped" } })),
    publish: (id: string) => settle(call(publishExperiment, { params: { id } })),
    choose: (id: string, questionId: string, choice: BlindChoice) =>
      settle(call(chooseAnswer, { params: { id, questionId }, body: { choice } })),
    async throwAway(id: string): Promise<string | null> {
      const answer = await callRemoval(deleteExperiment, { params: { id } });
      if (!answer.ok) return explain(answer);
      setExperiments((before) => before.filter((one) => one.id !== id));
      return null;
    },
    async saveNightly(asked: Nightly): Promise<string | null> {
      const answer = await call(saveNightly, { body: asked });
      if (answer.ok) setNightly(answer.value.nightly);
      return answer.ok ? null : explain(answer);
    },
    add: (asked: AddQuestions) => settleQuestions(call(addQuestions, { body: asked })),
    async removeQuestion(id: string): Promise<string | null> {
      const answer = await callRemoval(deleteQuestion, { params: { id } });
      if (!answer.ok) return explain(answer);
      setQuestions((before) => before.filter((one) => one.id !== id));
      return null;
    },
  };
}

/** Reads an experiment, and again while it runs. */
export function useExperiment({ replies, read }: Laboratory, { id, state }: ExperimentSummary) {
  const reply = replies[id] ?? null;
  const isRunning = (reply?.state ?? state) === "running";
  const look = useEffectEvent(() => void read(id));
  useEffect(() => {
    look();
    const timer = isRunning ? setInterval(look, lookMs) : undefined;
    return () => clearInterval(timer);
  }, [id, isRunning]);
  return reply;
}
