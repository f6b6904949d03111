"use client";

import { useLocale, useTranslations } from "next-intl";
import { useStore } from "zustand";
import {
  choicesStore,
  choose,
  listUsual,
  toChoiceInForce,
  type AgentChoice,
} from "@/lib/client/conversation/choices";
import { formatCost } from "@/lib/client/money";
import type { ClientSettings } from "@/lib/protocol/client-settings";
import { ChoiceMenu } from "./choice-menu";
import { useUsual } from "./use-usual";

type Props = { settings: ClientSettings; agent: AgentChoice };

/** How far an answer goes, with what that takes here, and what none may cost more than. */
export function DepthMenu({ settings, agent }: Props) {
  const t = useTranslations("chat");
  const locale = useLocale();
  const toUsual = useUsual();
  const choices = useStore(choicesStore);
  const { modes, mode, model } = toChoiceInForce(choices, settings, agent.chosen);
  const usual = listUsual(settings, { model: model ?? settings.defaultModel, plan: choices.plan });
  const own = agent.chosen?.centsPerAnswer ?? null;
  const cost = formatCost(own === null ? settings.budget.microUsd : own * 10_000, locale);
  const planned = formatCost(settings.budget.planMicroUsd, locale);
  const mayPlan = settings.allowPlans && choices.plan !== "never";
  return (
    <>
      <ChoiceMenu
        label={t("choice.depth")}
        value={mode}
        onChoose={(one) => choose({ mode: one })}
        choices={modes.map((one) => {
          const [plain, withPlan] = [false, true].map((isPlanned) =>
            usual.find((like) => like.mode === one && like.isPlanned === isPlanned),
          );
          const note = t(`choice.modeNote.${one}`);
          const [time = "", price] = withPlan === undefined ? [] : toUsual(withPlan);
          const usually =
            price === undefined
              ? t("choice.plannedTime", { time })
              : t("choice.planned", { time, cost: price });
          return {
            ...{
              value: one,
              name: t(`modes.${one}`),
              note: withPlan === undefined ? note : `${note} ${usually}`,
            },
            ...(plain !== undefined && { figures: toUsual(plain) }),
          };
        })}
      />
      <p className="px-2.5 pt-2 pb-1.5 text-xs leading-4 text-quiet">
        {usual.length > 0 && `${t("choice.usualNote")} `}
        {cost !== null &&
          planned !== null &&
          t(mayPlan ? "choice.budgetPlanned" : "choice.budget", { cost, planned })}
      </p>
    </>
  );
}
