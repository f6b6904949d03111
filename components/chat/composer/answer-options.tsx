"use client";

import { useTranslations } from "next-intl";
import { useStore } from "zustand";
import { choicesStore, choose } from "@/lib/client/choices";
import type { AgentCard } from "@/lib/protocol/agents";
import { builtInAgentId, builtInAgentName } from "@/lib/protocol/built-in-agent";
import type { RunMode } from "@/lib/protocol/chat-request";
import type { ClientSettings } from "@/lib/protocol/client-settings";
import type { AgentStyle } from "@/lib/protocol/settings";
import { SmallSelect } from "@/components/ui/small-select";

const styles: AgentStyle[] = ["tool_first", "balanced", "direct"];
const modes: RunMode[] = ["fast", "balanced", "thinking"];

export type AgentChoice = {
  /** Those that can be chosen, besides the built-in one. */
  cards: readonly AgentCard[];
  /** Who answers the next message; `null` is the built-in one. */
  chosen: AgentCard | null;
  choose: (id: string) => void;
};

type Props = { settings: ClientSettings; agent: AgentChoice };

/** Who answers coming questions and how, as far as the settings and the agent leave it to the person. */
export function AnswerOptions({ settings, agent }: Props) {
  const t = useTranslations("chat");
  const choices = useStore(choicesStore);
  const { chosen } = agent;
  const deepest = modes.indexOf(chosen?.depth ?? "thinking");
  const mode = modes[Math.min(deepest, modes.indexOf(choices.mode))] ?? choices.mode;
  const model = settings.models.some(({ ref }) => ref === choices.model) ? choices.model : null;
  return (
    <div role="group" aria-label={t("composer.options")} className="flex min-w-0 items-center gap-1">
      <AgentSelect {...agent} />
      {settings.allowStyleOverride && (chosen?.style ?? null) === null && (
        <SmallSelect
          label={t("composer.style")}
          value={choices.style ?? settings.style}
          options={styles.map((style) => ({ value: style, label: t(`styles.${style}`) }))}
          onChoose={(style) => choose({ style })}
        />
      )}
      <SmallSelect
        label={t("composer.mode")}
        value={mode}
        options={modes.slice(0, deepest + 1).map((value) => ({ value, label: t(`modes.${value}`) }))}
        onChoose={(chosenMode) => choose({ mode: chosenMode })}
      />
      {settings.allowModelChoice && settings.models.length > 1 && chosen?.hasModels !== true && (
        <SmallSelect
          label={t("composer.model")}
          canShrink
          value={model ?? settings.defaultModel}
          options={settings.models.map(({ ref, label }) => ({ value: ref, label }))}
          onChoose={(ref) => choose({ model: ref })}
        />
      )}
    </div>
  );
}

function AgentSelect({ cards, chosen, choose: chooseAgent }: AgentChoice) {
  const t = useTranslations("chat.composer");
  if (cards.length === 0) return null;
  const agents = [{ id: builtInAgentId, name: builtInAgentName }, ...cards];
  return (
    <SmallSelect
      label={t("agent")}
      canShrink
      value={chosen?.id ?? builtInAgentId}
      options={agents.map(({ id, name }) => ({ value: id, label: name }))}
      onChoose={chooseAgent}
    />
  );
}
