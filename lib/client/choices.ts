import { createStore } from "zustand/vanilla";
import type { ChatOptions, RunMode } from "@/lib/protocol/chat-request";
import type { ClientSettings } from "@/lib/protocol/client-settings";
import type { AgentStyle } from "@/lib/protocol/settings";

/** What the person chose for coming messages; what is not chosen is the server's. */
export type Choices = {
  style: AgentStyle | null;
  model: string | null;
  mode: RunMode;
  /** Of new conversations; an older one keeps its own. */
  agent: string | null;
};

const storageKey = "choices";

/** It begins with nothing chosen, as the server draws it, and then holds what this browser remembers. */
export const choicesStore = createStore<Choices>(() => ({
  style: null,
  model: null,
  mode: "balanced",
  agent: null,
}));
choicesStore.setState(readStored());

export function choose(change: Partial<Choices>): void {
  choicesStore.setState(change);
  try {
    localStorage.setItem(storageKey, JSON.stringify(choicesStore.getState()));
  } catch {
    // A full or closed storage keeps nothing; the choice still holds on this page.
  }
}

/** With a question go the person's choices that the settings allow, and where and how the person reads. */
export function toChatOptions(
  choices: Omit<Choices, "agent">,
  settings: ClientSettings,
  locale: { language: string; timezone: string },
): ChatOptions {
  const isOffered = settings.models.some(({ ref }) => ref === choices.model);
  return {
    mode: choices.mode,
    ...locale,
    ...(settings.allowStyleOverride && choices.style !== null && { style: choices.style }),
    ...(settings.allowModelChoice && choices.model !== null && isOffered && { model: choices.model }),
  };
}

function readStored(): Partial<Choices> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "{}");
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
