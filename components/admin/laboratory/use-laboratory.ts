import { useEffect, useEffectEvent, useState } from "react";
import { useSettings } from "@/components/admin/use-settings";
import { useReason } from "@/components/ui/use-reason";
import {
  addQuestions,
  chooseAnswer,
  createExperiment,
  deleteExperiment,
  deleteQuestion,
  listExperiments,
  listQuestions,
  publishExperiment,
  readExperiment,
  saveNightly,
  stopExperiment,
} from "@/lib/features/laboratory/api";
import { call, callRemoval, loadFrom, type Answer } from "@/lib/client/request";
import { useResource, type Resource } from "@/lib/client/resource";
import type {
  AddQuestions,
  BlindChoice,
  ExperimentReply,
  ExperimentsReply,
  ExperimentSummary,
  NewExperiment,
  QuestionsReply,
  SavedQuestion,
} from "@/lib/features/laboratory/shape/laboratory";
import type { Nightly, NightlyState } from "@/lib/features/laboratory/shape/nightly";

export type LaboratoryState = ReturnType<typeof useLaboratory>;

const questionList = {
  load: loadFrom(listQuestions),
  key: ({ id }: SavedQuestion) => id,
  page: ({ questions: items }: QuestionsReply) => ({ items }),
};
const experimentList = {
  load: loadFrom(listExperiments),
  key: ({ id }: ExperimentSummary) => id,
  page: ({ experiments: items }: ExperimentsReply) => ({ items }),
};

/** How often it is looked how far an experiment has come. */
const lookMs = 2_000;

/** Questions and experiments as they stand. Verbs say why they failed, or `null`. */
export function useLaboratory(initial: QuestionsReply & ExperimentsReply & { nightly: NightlyState | null }) {
  const explain = useReason();
  const questions = useResource({ ...questionList, initial });
  // What is published by another way shows in the experiments that tried it.
  const { version } = useSettings().form.reply;
  const experiments = useResource({ ...experimentList, initial, asOf: version });
  const [nightly, setNightly] = useState(initial.nightly);
  const [replies, setReplies] = useState<Readonly<Record<string, ExperimentReply>>>({});

  function keep(reply: ExperimentReply): void {
    setReplies((before) => ({ ...before, [reply.id]: reply }));
    experiments.put(reply);
  }
  const settle = async (asked: Promise<Answer<ExperimentReply>>): Promise<string | null> => {
    const answer = await asked;
    if (answer.ok) keep(answer.value);
    return answer.ok ? null : explain(answer);
  };
  const take = async (
    asked: Promise<Answer<unknown>>,
    id: string,
    list: Pick<Resource<unknown>, "take">,
  ): Promise<string | null> => {
    const answer = await asked;
    if (answer.ok) list.take(id);
    return answer.ok ? null : explain(answer);
  };

  return {
    ...{ questions: questions.items, experiments: experiments.items, nightly, replies, explain },
    read: (id: string) => settle(call(readExperiment, { params: { id } })),
    create: (asked: NewExperiment) => settle(call(createExperiment, { body: asked })),
    stop: (id: string) => settle(call(stopExperiment, { params: { id }, body: { state: "stopped" } })),
    publish: (id: string) => settle(call(publishExperiment, { params: { id } })),
    choose: (id: string, questionId: string, choice: BlindChoice) =>
      settle(call(chooseAnswer, { params: { id, questionId }, body: { choice } })),
    throwAway: (id: string) => take(callRemoval(deleteExperiment, { params: { id } }), id, experiments),
    async saveNightly(asked: Nightly): Promise<string | null> {
      const answer = await call(saveNightly, { body: asked });
      if (answer.ok) setNightly(answer.value.nightly);
      return answer.ok ? null : explain(answer);
    },
    async add(asked: AddQuestions): Promise<string | null> {
      const answer = await call(addQuestions, { body: asked });
      if (answer.ok) await questions.reload();
      return answer.ok ? null : explain(answer);
    },
    removeQuestion: (id: string) => take(callRemoval(deleteQuestion, { params: { id } }), id, questions),
  };
}

/** Reads an experiment, and again while it runs. */
export function useExperiment({ replies, read }: LaboratoryState, { id, state }: ExperimentSummary) {
  const reply = replies[id] ?? null;
  const isRunning = (reply?.state ?? state) === "running";
  const look = useEffectEvent(() => void read(id));
  useEffect(() => {
    look();
    const timer = isRunning ? setInterval(look, lookMs) : undefined;
    return () => clearInterval(timer);
  }, [id, isRunning, state]);
  return reply;
}
