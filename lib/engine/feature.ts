import type { KeptRecords } from "@/lib/data/kept-records";
import type { TurnHook } from "@/lib/data/turn";
import type { Jobs, JobWork } from "@/lib/jobs/jobs";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ChatOptions, ChatRequest } from "@/lib/protocol/chat-request";
import type { RunOrigin } from "@/lib/protocol/run-record";
import type { AgentSettings } from "@/lib/protocol/settings";

/** What a subject adds to the server. */
export type Feature = {
  name: string;
  jobs?: readonly JobWork[];
  /** What it writes in the transaction that begins or ends a turn. */
  onTurn?: TurnHook;
  /** What it keeps of people and their conversations. */
  records?: readonly KeptRecords[];
  /** Done at each look for work, before the jobs that are due. Never rejects. */
  look?: (closing: AbortSignal) => Promise<unknown>;
  /** Called once when all is open, before the first request. */
  start?: () => Promise<void>;
  /** Called in turn when no reply is made any more. */
  close?: () => Promise<void> | void;
};

/** A question that is asked to see how it is answered, and by which settings. */
export type TrialStart = {
  userId: string;
  /** Made for this question and these settings alone; the same one again joins it, or gets its answer. */
  conversationId: string;
  text: string;
  /** `agent`: who answers, without one the built-in one. */
  options: Pick<ChatOptions, "agent" | "timezone" | "language">;
  settings: AgentSettings;
  budgetMicroUsd: number;
};

type Started = { reply: Promise<ChatMessage> };

/** What is opened after the features that need it: to be called once all is open. */
export type Doors = {
  jobs: Pick<Jobs, "run">;
  runs: {
    /** Resolves when the question is saved; the reply is made on. */
    start: (userId: string, request: ChatRequest, origin?: RunOrigin) => Promise<Started>;
    startTrial: (trial: TrialStart) => Promise<Started>;
    stop: (userId: string, conversationId: string) => Promise<void>;
    /** Deletes a conversation with all that hangs on it, also what is left of one whose record is gone. */
    forgetConversation: (userId: string, conversationId: string) => Promise<unknown>;
    /** Replies that are made here, and steps of their plans. */
    count: () => { replies: number; steps: number };
  };
};
