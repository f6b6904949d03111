import type { ClientSettings } from "@/lib/protocol/client-settings";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ReplyStatus } from "@/lib/client/conversation/state";
import type { ConversationVerbs } from "@/lib/client/conversation/state";

/** What a person can do from inside the conversation. The functions stay the same for the life of a page. */
export type MessageActions = Pick<
  ConversationVerbs,
  | "regenerate"
  | "edit"
  | "beginEditing"
  | "endEditing"
  | "showVersion"
  | "continueReply"
  | "stop"
  | "takeBack"
  | "restart"
  | "loadOlder"
  | "dismissProblem"
  | "sendNext"
  | "approve"
  | "answerQuestion"
  | "changePlan"
  | "rate"
  | "loadFollowUps"
> & {
  /** Sends what was given back to the composer. */
  sendAgain: () => void;
  askFollowUp: (question: string) => void;
};

export type MessageRowProps = {
  conversationId: string;
  message: ChatMessage;
  /** The question that a reply answers; `null` where it is not on the page. */
  asked: string | null;
  /** Some message of the conversation has files, or may have: older ones are not loaded. */
  hasFiles: boolean;
  isLast: boolean;
  isIdle: boolean;
  settings: ClientSettings;
  actions: MessageActions;
  /** The ids of its versions, where it has several. */
  versions: readonly string[] | undefined;
  /** The words that the person is changing, `null` where they are not. */
  editedText: string | null;
  /** Set for the reply that is being written. */
  live: ReplyStatus | null;
};
