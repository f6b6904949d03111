import type { ConversationVerbs } from "@/lib/client/conversation/state";

/** What a person can do from inside the conversation. The functions stay the same for the life of a page. */
export type MessageActions = Pick<
  ConversationVerbs,
  "regenerate" | "continueReply" | "stop" | "loadOlder" | "dismissProblem" | "sendNext" | "approve"
> & {
  /** Sends what was given back to the composer. */
  sendAgain: () => void;
};
