import type { AnswerApproval } from "@/lib/client/answer-approval";

/** What a person can do from inside the conversation. The functions stay the same for the life of a page. */
export type MessageActions = {
  regenerate: (messageId?: string) => void;
  /** The newest reply goes on from what it has. */
  goOn: () => void;
  stop: () => void;
  loadOlder: () => void;
  dismissProblem: () => void;
  sendAgain: () => void;
  /** The first message that waits. */
  sendQueued: () => void;
  answerApproval: AnswerApproval;
};
