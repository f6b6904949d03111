import type { AgentCard } from "./agents";
import type { AgentStyle } from "./settings";

/** What the chat page needs to know of the server's settings. */
export type ClientSettings = {
  /** Nothing but the offline guide serves. */
  offline: boolean;
  /** The person may change the site's settings. */
  canConfigure: boolean;
  models: { ref: string; label: string }[];
  defaultModel: string;
  style: AgentStyle;
  allowStyleOverride: boolean;
  allowModelChoice: boolean;
  reasoningVisible: boolean;
  /** Named agents that may be chosen, besides the built-in one. */
  agents: AgentCard[];
};

/** `GET /api/network`: whether the server reaches the search engine that it would ask first. */
export type NetworkReply = { isReachable: boolean };
