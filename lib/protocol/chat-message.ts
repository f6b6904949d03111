import type { UIMessage, UIMessageChunk } from "ai";
import type { FailureDetail } from "@/lib/errors";
import type { AnsweringAgent } from "@/lib/features/agents/shape/agents";
import type { DraftData, Evaluation, QuestionsData, SubQuestion } from "./answer-checks";
import type { ApprovalData } from "./approvals";
import type { ClaimsData } from "@/lib/features/evidence/shape/claims";
import type { FollowUps } from "@/lib/features/follow-ups/shape";
import type { MemoriesData } from "@/lib/features/memory/shape";
import type { Mention } from "./mentions";
import type { PersonQuestion } from "./person-questions";
import type { ConflictsData, HelperMessage, Plan } from "@/lib/features/plans/shape";
import type { Rating } from "@/lib/features/ratings/shape";
import type { ChatTools } from "./tools";

export const outcomes = ["completed", "limited", "stopped", "failed", "interrupted"] as const;
export type Outcome = (typeof outcomes)[number];

/** Why a run ended otherwise than with the model's own answer. */
export type EndReason =
  | "iterations"
  | "budget"
  | "time"
  | "no_progress"
  | "output_limit"
  | "filtered"
  | "stopped"
  | "crashed"
  | "empty"
  | "unreadable"
  | "unsaved"
  | "model_key"
  | "model_quota"
  | "model_unavailable"
  | "model_rejected"
  | "model_overflow"
  | "internal";

/** Tokens of all model calls. `estimated` is set when a call was cut off before it told its usage. */
export type RunUsage = {
  inputTokens: number;
  outputTokens: number;
  reasoningTokens: number;
  cachedInputTokens: number;
  /** Input that the vendor wrote into its cache, where it tells. */
  cacheWriteTokens?: number;
  estimated?: boolean;
};

export type MessageMetadata = {
  /** What the message follows, `null` at the beginning; absent before branches: the one before it. */
  parentId?: string | null;
  runId?: string;
  /** `provider:model` that gave the answer. */
  model?: string;
  /** Who answered; absent for the built-in one. */
  agent?: AnsweringAgent;
  outcome?: Outcome;
  reason?: EndReason;
  /** What went wrong, in the server's or the vendor's words. */
  error?: string;
  detail?: FailureDetail;
  /** From when on the provider takes requests again, where it told. */
  retryAt?: number;
  usage?: RunUsage;
  costMicroUsd?: number;
  /** Milliseconds since 1970. */
  startedAt?: number;
  endedAt?: number;
  createdAt?: number;
  /** It kept to instructions, which its run's record holds. */
  isInstructed?: true;
  /** Of a reply over documents, or one that thought long. */
  evaluation?: Evaluation;
  subQuestions?: SubQuestion[];
  /** Absent where nobody is asked for them. */
  followUps?: FollowUps;
  /** What the person thinks of the answer. */
  rating?: Rating | undefined;
  /** Of a person's message: what of its text they did not enter themselves. */
  pasted?: PastedRange[];
  /** It is answered without the web. */
  isWebOff?: true;
  /** And what it points at. */
  mentions?: Mention[];
};

/**
 * UTF-16 places in a message's text, its text parts joined by line breaks. `isFile`: the server took these
 * words from a file or another message, so that they are the person's in no case.
 */
export type PastedRange = { start: number; end: number; isFile?: boolean };

export type ProgressStage =
  | "analyzing"
  | "reasoning"
  | "planning"
  | "searching_web"
  | "fetching_content"
  | "searching_documents"
  | "retrieving_memory"
  | "saving_memory"
  | "executing_tools"
  | "observing_results"
  | "generating_response";

export type ProgressData = {
  stage: ProgressStage;
  status: "started" | "completed" | "failed";
  /** One plain English sentence; the interface draws its own words from `stage` and `details`. */
  message: string;
  details?: {
    iteration?: number;
    limit?: number;
    tools?: string[];
    done?: number;
    total?: number;
    query?: string;
    /**
     * The provider limits requests, or broke off, and is asked again at `dueAt`; both in milliseconds since
     * 1970.
     */
    retry?: { askedAt: number; dueAt: number; isBroken?: true };
    /** How long a self-hosted server has been asked; it may still be loading its model. */
    loading?: { waitedMs: number };
    /** The model has begun, with thoughts that are not shown. */
    hasBegun?: boolean;
  };
};

export type NoticeData = {
  kind:
    | "fallback"
    | "budget"
    | "unpaid"
    | "uncited"
    | "loop"
    | "limit"
    | "injection"
    | "recovered"
    | "approval"
    | "form"
    | "window";
} & (NoticeWords | { /** Of a message of an earlier version. */ text: string });

/** A key of `chat.notice` with its values. */
export type NoticeWords = {
  code: NoticeCode;
  values?: Record<string, string | number | readonly string[]>;
};

export const noticeCodes = [
  ...(["stuck", "instructions", "unknownPrice", "unpaid", "uncited", "toolsLeftOut", "fallback"] as const),
  ...(["restarted", "askedAgain", "agentGone", "notCalled", "stepsFailed", "notPlanned"] as const),
  ...(["planTooDear", "planTooLarge", "unanswered", "cutPrompt", "recovered"] as const),
] as const;
export type NoticeCode = (typeof noticeCodes)[number];

/** The kind of the part by which the offline guide tells that it has no answer, and a model might. */
export const guideUnanswered = "offline.unanswered";

export type ChatDataParts = {
  progress: ProgressData;
  notice: NoticeData;
  claims: ClaimsData;
  approval: ApprovalData;
  memories: MemoriesData;
  questions: QuestionsData;
  draft: DraftData;
  plan: Plan;
  question: PersonQuestion;
  helper: HelperMessage;
  conflicts: ConflictsData;
};

/** The one message shape: stored, sent and drawn. */
export type ChatMessage = UIMessage<MessageMetadata, ChatDataParts, ChatTools>;
export type ChatPart = ChatMessage["parts"][number];
export type ChatChunk = UIMessageChunk<MessageMetadata, ChatDataParts>;
export type ToolPart = Extract<ChatPart, { toolCallId: string; type: `tool-${string}` }>;
