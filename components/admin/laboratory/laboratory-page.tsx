"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { DraftList, useDrafts } from "@/components/admin/draft-list";
import { PageFrame, PageSection } from "@/components/admin/page-frame";
import type { AgentCard } from "@/lib/features/agents/shape/agents";
import { maxAskedQuestions } from "@/lib/features/laboratory/shape/compared-settings";
import type { HintSuggestion } from "@/lib/features/laboratory/shape/hints";
import { ExperimentCard } from "./experiment-card";
import { ExperimentForm } from "./experiment-form";
import { NightlySection } from "./nightly-section";
import { HintSection } from "./hint-section";
import { QuestionList } from "./question-list";
import { QuestionTools } from "./question-tools";
import { useLaboratory } from "./use-laboratory";

type Props = Parameters<typeof useLaboratory>[0] & {
  agents: readonly AgentCard[];
  suggestions: readonly HintSuggestion[];
};

/** Where settings are tried on saved questions before they are live. */
export function LaboratoryPage({ agents, suggestions, ...initial }: Props) {
  const t = useTranslations("admin.laboratory");
  const d = useTranslations("admin.drafts");
  const laboratory = useLaboratory(initial);
  const drafts = useDrafts();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { questions, experiments } = laboratory;
  const asked = questions.filter(({ id }) => !left.has(id)).slice(0, maxAskedQuestions);
  const tick = (id: string, isAsked: boolean) =>
    setLeft((before) => new Set(isAsked ? [...before].filter((one) => one !== id) : [...before, id]));
  return (
    <PageFrame page="laboratory">
      {questions.length > 0 && (
        <PageSection title={t("new")} help={t("newHelp")}>
          <ExperimentForm laboratory={laboratory} drafts={drafts} agents={agents} questions={asked} />
        </PageSection>
      )}
      <PageSection title={t("experiments")}>
        {experiments.length === 0 && (
          <p className="pt-4 text-sm leading-5 text-quiet">{t("noExperiments")}</p>
        )}
        <ul>
          {experiments.map((experiment, index) => (
            <ExperimentCard
              key={experiment.id}
              laboratory={laboratory}
              experiment={experiment}
              isOpenAtFirst={index === 0}
            />
          ))}
        </ul>
      </PageSection>
      <PageSection title={d("title")} help={d("help")} isFoldable>
        <div id="drafts">
          <DraftList drafts={drafts} />
        </div>
      </PageSection>
      <PageSection
        title={t("questions")}
        help={t("questionsHelp", { most: maxAskedQuestions })}
        aside={<QuestionTools laboratory={laboratory} />}
      >
        <QuestionList laboratory={laboratory} asked={asked} onTick={tick} />
      </PageSection>
      {questions.length > 0 && <NightlySection laboratory={laboratory} questions={asked} />}
      <HintSection suggestions={suggestions} />
    </PageFrame>
  );
}
