import { createStore } from "zustand/vanilla";
import type { AgentCard } from "@/lib/features/agents/shape/agents";
import type { ChatOptions, RunMode, SearchFocus } from "@/lib/protocol/chat-request";
import type { ClientSettings, UsualReply } from "@/lib/protocol/client-settings";
import type { PlanMode } from "@/lib/features/plans/shape";
import type { AgentStyle } from "@/lib/protocol/settings";

/** What the person chose for coming messages; what is not chosen is the server's. */
export type Choices = {
  style: AgentStyle | null;
  model: string | null;
  mode: RunMode;
  /** Limits web search. */
  focus: SearchFocus | null;
  isWebOff: boolean;
  plan: PlanMode | null;
  /** Of new conversations; an older one keeps its own. */
  agent: string | null;
};

/** Who answers the next message of a conversation. */
export type AgentChoice = {
  /** Those that can be chosen, besides the built-in one. */
  cards: readonly AgentCard[];
  /** `null` is the built-in one. */
  chosen: AgentCard | null;
  choose: (id: string) => void;
};

const storageKey = "choices";
export const modes: readonly RunMode[] = ["fast", "balanced", "thinking"];

/** It begins with nothing chosen, as the server draws it, and then holds what this browser remembers. */
export const choicesStore = createStore<Choices>(() => ({
  style: null,
  model: null,
  mode: "balanced",
  focus: null,
  isWebOff: false,
  plan: null,
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

/** The modes that an agent allows, and of what was chosen what is offered; `null` is left to the server. */
export function toChoiceInForce(
  { mode, model, focus, isWebOff }: Pick<Choices, "mode" | "model" | "focus" | "isWebOff">,
  { models, allowModelChoice, focusEngines }: ClientSettings,
  agent: Pick<AgentCard, "depth" | "hasModels"> | null,
) {
  const allowed = modes.slice(0, modes.indexOf(agent?.depth ?? "thinking") + 1);
  const isOffered = allowModelChoice && agent?.hasModels !== true && models.some(({ ref }) => ref === model);
  return {
    modes: allowed,
    mode: allowed.find((one) => one === mode) ?? allowed.at(-1) ?? "balanced",
    model: isOffered ? model : null,
    isWebOff: isWebOff && focusEngines !== null,
    focus: focus !== null && !isWebOff && (focusEngines?.[focus.kind] ?? []).length > 0 ? focus : null,
  };
}

/** Whether replies of this model may be planned. */
export function listUsual(
  { usual }: Pick<ClientSettings, "usual">,
  { model, plan }: { model: string; plan: PlanMode | null },
): UsualReply[] {
  return usual.filter((like) => like.model === model && plan !== (like.isPlanned ? "never" : "always"));
}

/** With a question go the person's choices that the settings allow, and where and how the person reads. */
export function toChatOptions(
  choices: Omit<Choices, "agent">,
  settings: ClientSettings,
  locale: { language: string; timezone: string },
): ChatOptions {
  const { model, focus, isWebOff } = toChoiceInForce(choices, settings, null);
  return {
    mode: choices.mode,
    ...locale,
    ...(settings.allowStyleOverride && choices.style !== null && { style: choices.style }),
    ...(model !== null && { model }),
    ...(focus !== null && { focus }),
    ...(isWebOff && { web: false }),
    ...(settings.allowPlans && choices.plan !== null && { plan: choices.plan }),
  };
}

/** The host that a person means by a name or an address; `null` for what names no site. */
export function toSite(text: string): string | null {
  const address = text.includes("://") ? text.trim() : `https://${text.trim()}`;
  if (!URL.canParse(address)) return null;
  const host = new URL(address).hostname.replace(/^www\.(?=[^.]+\.)/, "");
  return host.length <= 253 && siteForm.test(host) ? host : null;
}

/** As the server takes it. */
const siteForm = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

function readStored(): Partial<Choices> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "{}");
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
