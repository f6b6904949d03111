/** What a person can do from inside the conversation. The functions stay the same for the life of a page. */
export type MessageActions = {
  regenerate: (messageId?: string) => void;
  stop: () => void;
  loadOlder: () => void;
  dismissProblem: () => void;
  sendAgain: () => void;
};
