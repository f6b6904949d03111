import type { FileUIPart } from "ai";
import type { ApprovalAnswer } from "@/lib/protocol/approvals";
import type { ChatMessage, ProgressData } from "@/lib/protocol/chat-message";
import type { ChatOptions } from "@/lib/protocol/chat-request";
import type { Plan, PlanEdit } from "@/lib/features/plans/shape";
import type { Mention } from "@/lib/protocol/mentions";
import type { Rating } from "@/lib/features/ratings/shape";
import type { Answer } from "@/lib/client/request";
import type { ApprovalReply, ConversationApi } from "./api";
import type { MessageBuffer } from "./messages";
import type { MessageTree, Versions } from "./message-tree";

/** A message not sent yet. Its id stays when it is sent again, so that it is never answered twice. */
export type Draft = {
  id: string;
  text: string;
  files: FileUIPart[];
  /** The texts that were pasted into it; missing where that is not known. */
  pasted?: string[];
  mentions?: readonly Mention[];
  /** Choices for this message alone. */
  options?: ChatOptions;
};

/** Of a server out of reach: `unsent` where it may never have heard of what was asked. */
export type ConversationPhase = "idle" | "replying" | "reconnecting" | "unsent";

/** Asked of the server: a message from composer or queue, a reply written anew, or one continued. */
export type Cause = "message" | "queued" | "again" | "continue";

/** What the person is told in the conversation. `detail` is the server's own sentence where there is one. */
export type ConversationProblem = {
  kind: "refused" | "unsent" | "failed" | "not_stopped" | "not_loaded";
  asked: Cause;
  code: string | null;
  detail: string | null;
  /** Seconds after which trying again makes sense. */
  retryAfter: number | null;
};

/** A problem about a message of which nothing more is known. */
export const plainProblem: Omit<ConversationProblem, "kind"> = {
  asked: "message",
  code: null,
  detail: null,
  retryAfter: null,
};

/**
 * Where a queued message is: it waits; it is being handed to the running reply (`steering`), or the server
 * holds it for the reply's next step (`steered`); or it was sent and the server has not confirmed it yet.
 */
export type QueueStatus = "waiting" | "steering" | "steered" | "sending";

/** A message that was written while a reply ran. */
export type QueuedMessage = Draft & {
  status: QueueStatus;
  /** The person is changing it: it is not sent meanwhile. */
  isEdited?: boolean;
  /** The running reply could not take it. */
  hasSteerFailed?: boolean;
  /** It went out from the composer, to this conversation; whether it arrived is not known yet. */
  sentTo?: string;
};

export type ConversationData = {
  /** What is to be shown, oldest first; a reply that grows is at most 50 ms behind its stream. */
  messages: ChatMessage[];
  phase: ConversationPhase;
  /** Milliseconds since 1970 at which this page began to wait for the reply. */
  since: number | null;
  progress: ProgressData | null;
  problem: ConversationProblem | null;
  olderCursor: string | null;
  isLoadingOlder: boolean;
  queued: QueuedMessage[];
  versions: Versions;
  /** The question that the person is changing, with the words that the change begins with. */
  editing: { messageId: string; text: string } | null;
};

/** How the newest reply goes, and what went wrong. */
export type ReplyStatus = Pick<ConversationData, "phase" | "since" | "progress" | "problem" | "queued">;

export type QueueVerbs = {
  /** The message is sent when the running reply, and those of the messages before it, are over. */
  enqueue: (draft: Draft) => void;
  removeQueued: (id: string) => void;
  beginEdit: (id: string) => void;
  /** `null` leaves the text as it was; a message without words and pictures is removed. */
  endEdit: (id: string, text: string | null) => void;
  /** Hands a queued message to the running reply, or sends it as the next question when none runs. */
  steer: (id: string) => Promise<void>;
  /** Takes a message that was handed over back into the queue, unless the reply has read it. Never throws. */
  takeBack: (id: string) => Promise<"taken" | "late" | "failed">;
  /** Sends the first message that waits. */
  sendNext: () => void;
};

export type ConversationVerbs = QueueVerbs & {
  /** Joins the reply that runs, if one does; the returned function leaves it (the reply goes on). */
  open: () => () => void;
  send: (draft: Draft) => Promise<void>;
  /** Writes another reply beside the named one, or answers the last question when no reply is named. */
  regenerate: (messageId?: string, options?: ChatOptions) => Promise<void>;
  /** Asks the draft as another version of a question. */
  edit: (messageId: string, draft: Draft) => Promise<void>;
  beginEditing: (messageId: string) => void;
  /** Leaves the question as it was. */
  endEditing: () => void;
  /** Shows the branch of this message; says whether it is loaded. Not while a reply runs. */
  showVersion: (messageId: string) => boolean;
  /** Lets the newest reply go on from what it has. */
  continueReply: () => Promise<void>;
  stop: () => Promise<void>;
  /** Gives back what has not reached the server, in place of sending it. */
  takeBackQuestion: () => void;
  /** Stops the running reply and, once it is over, writes another one; without an id to the last question. */
  restart: (messageId: string | undefined, options?: ChatOptions) => Promise<void>;
  /** Puts a page in front: `limit` messages, or as many as a page has. */
  loadOlder: (limit?: number) => Promise<void>;
  /** Gives the person's answer to a call that waits. Never throws. */
  approve: (approvalId: string, answer: ApprovalAnswer) => Promise<ApprovalReply>;
  /** Gives the person's answer to a question that the agent asked. Never throws. */
  answerQuestion: (questionId: string, answer: string) => Promise<ApprovalReply>;
  /** Changes the plan of a run, or says the person's word on one that waits. Never throws. */
  changePlan: (runId: string, edit: PlanEdit) => Promise<Answer<Plan>>;
  /** Shown at once, and put back where the server does not take it; `null` takes it back. Never throws. */
  rate: (messageId: string, rating: Rating | null) => Promise<Answer<null>>;
  /** Shows the questions that may follow the newest answer, once the server has them. Never throws. */
  loadFollowUps: (messageId: string, signal: AbortSignal) => Promise<void>;
  dismissProblem: () => void;
};

export type ConversationState = ConversationData & ConversationVerbs;

export type ConversationOptions = {
  conversationId: string;
  messages: ChatMessage[];
  /** Loaded messages of other branches. */
  others?: ChatMessage[];
  olderCursor: string | null;
  isRunning: boolean;
  getOptions: () => ChatOptions;
  /** Whether it is in no list and leaves nothing behind. */
  isTemporary?: () => boolean;
  /** Called when the server has taken a message: from then on the conversation has an address. */
  onAccepted: () => void;
  /** Called with what the server did not take: it belongs back into the composer. */
  onReturned: (draft: Draft) => void;
  /** Where the server is; the page's own origin when left out. */
  origin?: string;
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** What reading a reply works with. */
export type ConversationContext = {
  getState: () => ConversationState;
  setState: (change: Partial<ConversationData>) => void;
  options: ConversationOptions;
  buffer: MessageBuffer;
  tree: MessageTree;
  api: ConversationApi;
  /** Fires when the page is left. */
  signal: () => AbortSignal;
  /** Fires when the person takes back what was asked last. */
  asked: () => AbortSignal;
  onAccepted: () => void;
  onReturned: (draft: Draft) => void;
  /** Called when a reply is over, however it ended, after what the server did not take was given back. */
  onSettled: () => void;
};

/** Asks for replies and reads each to its end. */
export type ReplyReader = Pick<ConversationVerbs, "send" | "regenerate" | "edit" | "continueReply"> & {
  /** Reads the reply that runs. */
  join: () => Promise<void>;
  /** Takes what another tab or device has added; whether a reply runs there. */
  catchUp: () => Promise<boolean>;
  /** Stops reading; the reply goes on. */
  leave: () => void;
};

export function isBusy({ phase }: Pick<ConversationData, "phase">): boolean {
  return phase !== "idle";
}
