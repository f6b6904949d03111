import { useState } from "react";
import type { AgentChoice } from "@/lib/client/conversation/choices";
import type { Mention } from "@/lib/protocol/mentions";
import { listVariables } from "@/lib/protocol/prompt-text";
import type { Prompt } from "@/lib/features/prompts/shape";
import type { Trigger } from "./find-trigger";
import { MentionSuggestions } from "./mention-suggestions";
import { PromptSuggestions } from "./prompt-suggestions";
import type { Suggestions } from "./use-suggestions";
import { VariableForm } from "./variable-form";

type Props = {
  suggestions: Suggestions;
  /** The words take the place of what was looked for. */
  onPrompt: (trigger: Trigger, text: string) => void;
  onMention: (trigger: Trigger, mention: Mention) => void;
  agent: AgentChoice;
  conversationId: string;
  onLeave: () => void;
};

/** The list that what is written asks for, and the form of a prompt that was chosen there. */
export function SuggestionPanel({ suggestions, onPrompt, onMention, onLeave, ...named }: Props) {
  const [asked, setAsked] = useState<{ trigger: Trigger; prompt: Prompt } | null>(null);
  const { trigger } = suggestions;
  const choose = (at: Trigger, prompt: Prompt) => {
    if (listVariables(prompt.text).length > 0) setAsked({ trigger: at, prompt });
    else onPrompt(at, prompt.text);
  };
  return (
    <>
      {trigger?.kind === "prompt" && (
        <PromptSuggestions
          suggestions={suggestions}
          query={trigger.query}
          onChoose={(prompt) => choose(trigger, prompt)}
        />
      )}
      {trigger?.kind === "mention" && (
        <MentionSuggestions
          {...{ suggestions, ...named }}
          query={trigger.query}
          onChoose={(mention) => onMention(trigger, mention)}
        />
      )}
      {asked !== null && (
        <VariableForm
          prompt={asked.prompt}
          onFilled={(text) => onPrompt(asked.trigger, text)}
          onClose={() => setAsked(null)}
          onGone={onLeave}
        />
      )}
    </>
  );
}
