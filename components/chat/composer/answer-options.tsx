"use client";

import { useTranslations } from "next-intl";
import { useStore } from "zustand";
import { choicesStore, choose } from "@/lib/client/choices";
import type { RunMode } from "@/lib/protocol/chat-request";
import type { ClientSettings } from "@/lib/protocol/client-settings";
import type { AgentStyle } from "@/lib/protocol/settings";
import { SmallSelect } from "@/components/ui/small-select";

const styles: AgentStyle[] = ["tool_first", "balanced", "direct"];
const modes: RunMode[] = ["fast", "balanced", "thinking"];

/** How coming questions are answered, as far as the settings leave it to the person. */
export function AnswerOptions({ settings }: { settings: ClientSettings }) {
  const t = useTranslations("chat");
  const choices = useStore(choicesStore);
  const model = settings.models.some(({ ref }) => ref === choices.model) ? choices.model : null;
  return (
    <div role="group" aria-label={t("composer.options")} className="flex min-w-0 items-center gap-1">
      {settings.allowStyleOverride && (
        <SmallSelect
          label={t("composer.style")}
          value={choices.style ?? settings.style}
          options={styles.map((style) => ({ value: style, label: t(`styles.${style}`) }))}
          onChoose={(style) => choose({ style })}
        />
      )}
      <SmallSelect
        label={t("composer.mode")}
        value={choices.mode}
        options={modes.map((mode) => ({ value: mode, label: t(`modes.${mode}`) }))}
        onChoose={(mode) => choose({ mode })}
      />
      {settings.allowModelChoice && settings.models.length > 1 && (
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
