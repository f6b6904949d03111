import type { ApprovalPage } from "@/lib/protocol/approvals";

/** What of a conversation the consent to a call depends on. */
export type ConsentView = {
  /** What tools brought that strangers wrote; while there is none, every call is free. */
  strangers: readonly string[];
  /** Where that stood, the newest first. */
  pages: readonly ApprovalPage[];
  /** What the person asks now, and has said to the running reply. */
  question: string;
  /** What the person said before in this conversation. */
  earlier: readonly string[];
  /** Whether the person has said a fact so in these, and little else with it. */
  isSaid: (fact: string) => boolean;
  /** What the messages before those come to, and what was recalled of messages, in whoever's words; empty while there is neither. */
  summary: string;
  /** What is remembered about the person, as far as the model was told. */
  facts: readonly string[];
  /** Those of the strangers' texts that are lists of search results. */
  listed: readonly string[];
  /** Addresses that this conversation has read. */
  fetched: readonly string[];
  /** Searches that went out already. */
  sent: readonly string[];
};
