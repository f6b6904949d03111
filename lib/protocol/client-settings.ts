import type { AgentCard } from "@/lib/features/agents/shape/agents";
import type { RunMode, SearchFocus } from "./chat-request";
import type { AgentStyle } from "./settings";

/** In micro-dollars. */
export type ReplyBudget = { microUsd: number; planMicroUsd: number };

/**
 * What a reply of this model, in this mode, with a plan or without one, took here lately in the middle.
 * `microUsd` is `null` where that is more than one may cost now.
 */
export type UsualReply = {
  model: string;
  mode: RunMode;
  isPlanned: boolean;
  ms: number;
  microUsd: number | null;
};

export type OfferedModel = {
  ref: string;
  label: string;
  /** Who provides it, by name; `local` for the person's own server. */
  provider: string;
  /** Tokens; `null` where nobody has said. */
  contextWindow: number | null;
  /** US dollars for a million tokens; `null` when it is not known. */
  price: { inputPerMillion: number; outputPerMillion: number } | null;
};

/** Names of the search engines that can keep to each focus. */
export type FocusEngines = Record<SearchFocus["kind"], string[]>;

/** What the chat page needs to know of the server's settings. */
export type ClientSettings = {
  /** Nothing but the offline guide serves. */
  offline: boolean;
  /** The person may change the site's settings. */
  canConfigure: boolean;
  models: OfferedModel[];
  defaultModel: string;
  /** Of those with enough replies. */
  usual: UsualReply[];
  /** What an answer may cost at most, and one with a plan. */
  budget: ReplyBudget;
  /** `null` where the web is not searched. */
  focusEngines: FocusEngines | null;
  style: AgentStyle;
  allowStyleOverride: boolean;
  allowModelChoice: boolean;
  /** Large questions may be answered by a plan. */
  allowPlans: boolean;
  reasoningVisible: boolean;
  /** Named agents that may be chosen, besides the built-in one. */
  agents: AgentCard[];
};

/** `GET /api/network`: whether the server reaches the search engine that it would ask first. */
export type NetworkReply = { isReachable: boolean };
