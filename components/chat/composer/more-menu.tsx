"use client";

import { MessageCircleDashed } from "lucide-react";
import { useTranslations } from "next-intl";
import { useStore } from "zustand";
import { SmallSelect } from "@/components/ui/small-select";
import { hidePopover } from "@/components/ui/use-popover";
import { choicesStore, choose, type AgentChoice } from "@/lib/client/conversation/choices";
import { builtInAgentId, builtInAgentName } from "@/lib/features/agents/shape/built-in-agent";
import type { ClientSettings } from "@/lib/protocol/client-settings";
import type { PlanMode } from "@/lib/features/plans/shape";
import type { AgentStyle } from "@/lib/protocol/settings";
import { ScopeList } from "@/components/documents/scope-list";

const styles: AgentStyle[] = ["tool_first", "balanced", "direct"];
const modes: PlanMode[] = ["auto", "always", "never"];

export type MoreProps = {
  settings: ClientSettings;
  agent: AgentChoice;
  scopeKey: string;
  isTemporary: boolean;
  /** Only before the first message. */
  onTemporary: ((isTemporary: boolean) => void) | undefined;
};

/** What few people change. */
export function MoreMenu({ settings, agent, scopeKey, isTemporary, onTemporary }: MoreProps) {
  const t = useTranslations("chat");
  const tPlans = useTranslations("plans.choice");
  const plan = useStore(choicesStore, (choices) => choices.plan) ?? "auto";
  const style = useStore(choicesStore, (choices) => choices.style) ?? settings.style;
  const agents = [{ id: builtInAgentId, name: builtInAgentName }, ...agent.cards];
  return (
    <div className="grid gap-2 p-2">
      {agent.cards.length > 0 && (
        <SelectRow
          label={t("choice.agent")}
          value={agent.chosen?.id ?? builtInAgentId}
          options={agents.map(({ id, name }) => ({ value: id, label: name }))}
          onChoose={agent.choose}
        />
      )}
      {settings.allowStyleOverride && (agent.chosen?.style ?? null) === null && (
        <SelectRow
          label={t("choice.style")}
          value={style}
          options={styles.map((one) => ({ value: one, label: t(`styles.${one}`) }))}
          onChoose={(one) => choose({ style: one })}
        />
      )}
      {settings.allowPlans && (
        <SelectRow
          label={tPlans("label")}
          value={plan}
          options={modes.map((one) => ({ value: one, label: tPlans(one) }))}
          onChoose={(one) => choose({ plan: one })}
        />
      )}
      <ScopeList scopeKey={scopeKey} />
      {onTemporary !== undefined && (
        <button
          type="button"
          className="menu-item -mx-1"
          onClick={({ currentTarget }) => {
            hidePopover(currentTarget);
            onTemporary(!isTemporary);
          }}
        >
          <MessageCircleDashed size={16} aria-hidden className="text-quiet" />
          {t(isTemporary ? "temporary.end" : "temporary.begin")}
        </button>
      )}
    </div>
  );
}

type SelectRowProps<VALUE extends string> = {
  label: string;
  value: VALUE;
  options: { value: VALUE; label: string }[];
  onChoose: (value: VALUE) => void;
};

function SelectRow<VALUE extends string>(props: SelectRowProps<VALUE>) {
  return (
    <div className="flex items-center justify-between gap-3">
      <span aria-hidden className="font-medium">
        {props.label}
      </span>
      <SmallSelect {...props} canShrink />
    </div>
  );
}
