import type { KeptRecords } from "@/lib/data/kept-records";
import type { TurnHook } from "@/lib/engine/records/turn";
import type { Jobs, JobWork } from "@/lib/jobs/jobs";
import type { Brief } from "@/lib/engine/brief";
import type { Agent } from "@/lib/features/agents/shape/agents";
import type { RunEnd } from "@/lib/engine/log/entries";
import type { OriginText } from "@/lib/engine/loop/consent/view";
import type { FoundSources } from "./cited-sources";
import type { AskedQuestion } from "@/lib/money/asked";
import type { ChatChunk, ChatMessage, MessageMetadata } from "@/lib/protocol/chat-message";
import type { ChatOptions, ChatRequest } from "@/lib/protocol/chat-request";
import type { MentionKind } from "@/lib/protocol/mentions";
import type { GivenInstructions, RunOrigin, RunRecord } from "@/lib/protocol/run-record";
import type { AgentSettings } from "@/lib/protocol/settings";
import type { CallResult, CitedSource } from "@/lib/protocol/tool-results";
import type { ToolWording } from "@/lib/protocol/tools";

/** What a subject adds to the server. */
export type Feature = {
  name: string;
  context?: ContextSource;
  /** What a question mentions, by its id, as it is called; `null` for what is not there for this person. */
  mentions?: Partial<Record<MentionKind, (userId: string, id: string) => Promise<string | null>>>;
  /** Called when the tools of a reply are made ready: what those of the subject need of it, by the run. */
  onCalls?: (run: object, reply: CallingReply) => void;
  /** What it writes in the transaction that begins or ends a turn. */
  onTurn?: TurnHook;
  onAnswer?: AnswerHook;
  /** Hears of each run that has ended, also of tasks of plans. */
  onEnded?: (ended: EndedRun) => Promise<void>;
  jobs?: readonly JobWork[];
  /** What it keeps of people and their conversations. */
  records?: readonly KeptRecords[];
  /** Done at each look for work, before the jobs that are due. Never rejects. */
  look?: (closing: AbortSignal) => Promise<unknown>;
  /** Called once when all is open, before the first request. */
  start?: () => Promise<void>;
  /** Called in turn when no reply is made any more. */
  close?: () => Promise<void> | void;
};

/** Read once for each worker of a run, all at a time. Throws only what ends the reply. */
export type ContextSource = (request: ContextRequest) => Promise<Contribution>;

export type ContextRequest = {
  /** By which subjects know what they keep of it. */
  run: object;
  /** In a step of a plan with the question of the person, where and as it was asked. */
  brief: Brief;
  signal: AbortSignal;
  stage(text: string): void;
  addCost(paidAs: string, microUsd: number): void;
  chunks(): readonly ChatChunk[];
  push(chunk: ChatChunk): void;
};

/** What a subject adds to what the model is given, and to what the consent to its calls knows. */
export type Contribution = {
  pieces?: readonly ContextPiece[];
  /** What every step of a plan can look into, for who plans them. */
  names?: readonly { kind: "document" | "conversation"; name: string }[];
  /** Facts that the answer names by their numbers from 1, as in `[m1]`; `on` hears which. */
  named?: { facts: readonly { id: string; content: string }[]; on(numbers: readonly number[]): void };
  /** Whether the question is split before the reply, and the answer judged after it. */
  isExamined?: boolean;
  /** What holds for this person in the place of the settings. */
  settings?: Partial<AgentSettings>;
  tools?: {
    /** Of no use in this reply. */
    without?: readonly string[];
    /** `plan`: what whoever plans is told of the tool. */
    worded?: Readonly<Record<string, ToolWording & { plan: readonly string[] }>>;
  };
};

export type ContextPiece = {
  /** In the system text, before the question, or with it. Most steps of plans are told no `person`. */
  at: "instructions" | "person" | "note" | "question";
  /** Whole, for the consent. `source`: by which the answer may cite it. */
  texts: readonly GivenText[];
  /** The same for the model, as much as fits; "" for nothing. */
  write(room: Room): string;
  /** How the run's record tells it. */
  told?: GivenInstructions;
};
export type GivenText = OriginText & { source?: CitedSource };

/** `tools`: names of those that are offered. */
export type Room = { contextWindow: number; tools: readonly string[] };

export type CallingReply = {
  brief: Brief;
  /** Without what the reply was before, where it goes on from there. */
  ownChunks(): readonly ChatChunk[];
  /** What calls gave, of the conversation and of this reply, the oldest first. */
  results(): readonly CallResult[];
  /** What the context of the model holds, in tokens; `null` before it is asked. */
  contextTokens(): number | null;
};

/**
 * Called in turn when an answer is whole, before it is stored, also for tasks of plans. What it gives is
 * started once the answer is stored. One that throws is logged, and the answer stays as it is.
 */
export type AnswerHook = (answer: WholeAnswer) => Promise<AfterStore | null>;

export type WholeAnswer = {
  brief: Brief;
  end: RunEnd;
  text: string;
  sources: Readonly<FoundSources>;
  /** Whether the offline guide answered. */
  isStandIn: boolean;
  /** Whether small questions are understood by anybody. */
  hasSmallModel: boolean;
  /** Messages before the question that the model was given. */
  earlier: readonly ChatMessage[];
  chunks(): readonly ChatChunk[];
  /** Without those of the reply as it was before, where it goes on from there. */
  ownChunks(): readonly ChatChunk[];
  /** Adds a part. */
  push(chunk: ChatChunk): void;
  annotate(metadata: MessageMetadata): void;
  addCost(paidAs: string, microUsd: number): void;
};

/** `event`: what the log says when the work fails. */
export type AfterStore = { event: string; work(stored: StoredAnswer): Promise<unknown> };
export type StoredAnswer = { record: RunRecord; closing: AbortSignal };

export type EndedRun = {
  userId: string;
  record: RunRecord;
  message: ChatMessage;
  /** `false` where the conversation was deleted meanwhile, or nothing of the reply could be kept. */
  isSaved: boolean;
  /** Settles when its trace is written. */
  traced: Promise<unknown>;
  isFirstToday: boolean;
  fellBack: boolean;
  /** What a call of the model could hold; `null` where none was made. */
  contextTokens: number | null;
  asked: readonly Pick<AskedQuestion, "model" | "usage" | "costMicroUsd">[];
};

/** A question that is asked to see how it is answered, and by which settings. */
export type TrialStart = {
  userId: string;
  /** Made for these trials alone; the same question again joins its run, or gets its answer. */
  conversationId: string;
  /** Of the question; without one the conversation has no other. */
  messageId?: string;
  text: string;
  /** Who answers, as it is or as it may become; `null` for the built-in one. */
  agent: Agent | null;
  options: Pick<ChatOptions, "timezone" | "language">;
  settings: AgentSettings;
  budgetMicroUsd: number;
};

type Started = { reply: Promise<ChatMessage> };

/** What is opened after the features that need it: first asked for when all is open. */
export type Doors = {
  jobs: () => Pick<Jobs, "run">;
  /** What goes with a person, and is exported with them. */
  kept: () => readonly KeptRecords[];
  runs: () => {
    /** Resolves when the question is saved; the reply is made on. */
    start: (userId: string, request: ChatRequest, origin?: RunOrigin) => Promise<Started>;
    startTrial: (trial: TrialStart) => Promise<Started>;
    stop: (userId: string, conversationId: string) => Promise<void>;
    /** Deletes a conversation with all that hangs on it, also what is left of one whose record is gone. */
    forgetConversation: (userId: string, conversationId: string) => Promise<unknown>;
    /** Ends all that runs for a person in this process. */
    endAllOf: (userId: string) => Promise<void>;
    /** Replies that are made here, and steps of their plans. */
    count: () => { replies: number; steps: number };
  };
};
