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
  /** What is remembered about the person, as far as the model was told. */
  facts: readonly string[];
  /** Searches that went out already. */
  sent: readonly string[];
};
