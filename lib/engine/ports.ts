import type { CallLimits } from "@/lib/engine/loop/call-limits";
import type { Feature } from "@/lib/engine/feature";
import type { AskSmall } from "@/lib/protocol/ask";
import type { TokenPrice } from "@/lib/engine/loop/limits";
import type { Brief } from "@/lib/engine/brief";
import type { FoundSources } from "./cited-sources";
import type { ClaimsData } from "@/lib/features/evidence/shape/claims";
import type { Agents } from "@/lib/features/agents/records";
import type { Conversations } from "@/lib/data/conversations";
import type { OriginText } from "@/lib/engine/loop/consent/view";
import type { Leases, Steer } from "@/lib/engine/records/leases";
import type { RunLogs } from "@/lib/engine/records/run-logs";
import type { Files } from "@/lib/data/files";
import type { KeptRecords } from "@/lib/data/kept-records";
import type { Messages } from "@/lib/data/messages";
import type { RunRecords } from "@/lib/engine/records/runs";
import type { SearchIndex } from "@/lib/features/conversation-search/records/search-index";
import type { Settings } from "@/lib/data/settings";
import type { ConsentLedgers } from "@/lib/engine/records/consent-ledgers";
import type { Summaries } from "@/lib/engine/records/summaries";
import type { Workflows } from "@/lib/features/workflows/records";
import type { TraceFiles } from "@/lib/features/traces/records/trace-files";
import type { Turns } from "@/lib/engine/records/turns";
import type { Quotas } from "@/lib/features/quotas/records/quotas";
import type { SourceLedger } from "@/lib/features/evidence/records/ledger";
import type { Log } from "@/lib/log";
import type { PersonPurse } from "@/lib/money/purse";
import type { CallRequest } from "@/lib/protocol/approvals";
import type { ChatMessage, ProgressData, RunUsage } from "@/lib/protocol/chat-message";
import type { SearchFocus } from "@/lib/protocol/chat-request";
import type { HelperMessage } from "@/lib/features/plans/shape";
import type { AgentSettings, ModelTier } from "@/lib/protocol/settings";
import type { FindToolPermission } from "@/lib/protocol/tool-permissions";
import type { AnyToolResult, Citation, FoundText } from "@/lib/protocol/tool-results";
import type { TaskStart } from "./task";
import type { RunTrace, TracedRun } from "./run-trace";
import type { Recalled, ToolGuide, ToolTraits } from "@/lib/protocol/tool-traits";
import type { ToolName, ToolWording } from "@/lib/protocol/tools";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { ToolSet } from "ai";

export type ModelHooks = {
  /** A model is asked; what this gives is called when it has begun to answer or has failed. */
  onAsked?: (ref: string, isNear: boolean) => () => void;
  onServed: (ref: string) => void;
  onFallback: (change: { from: string; to: string; error: unknown }) => void;
  /** A vendor limits requests: nothing is asked of it for so many milliseconds. */
  onRateLimited?: (ms: number) => void;
  /** An answer broke off and goes on after so many milliseconds; what this gives is called when it does. */
  onBroken?: (ref: string, ms: number) => (written: string) => void;
  limits: CallLimits;
};

/** How a run reaches models; chains are lists of `provider:model`. */
export type RunModels = {
  chain(tier: ModelTier, options: { settings: readonly string[]; choice?: string | undefined }): string[];
  open(refs: readonly string[], hooks: ModelHooks): LanguageModelV4;
  /** Whether its provider is there, with the key that it needs. */
  isSetUp(ref: string): boolean;
  describe(ref: string): {
    /** It answers where no model is configured: it follows rules and understands nothing. */
    isStandIn: boolean;
    maxOutputTokens: number;
    contextWindow: number;
    seesImages: boolean;
    takesTemperature: boolean;
    takesSeed: boolean;
    isNear: boolean;
    price: TokenPrice | null;
  };
  /** How many of the tools that were on fit a model's window. */
  noteTools(ref: string, tools: { offered: number; count: number }): void;
  /** Micro-dollars; `null` when the price is unknown. */
  costOf(ref: string, usage: RunUsage): number | null;
  /** What counts against the money: the cost, or a micro-dollar a token where the price is unknown. */
  toCharge(ref: string, usage: RunUsage): number;
  /** The same for a call that may be answered by any of these, at most. */
  toMostCharge(refs: readonly string[], usage: { inputTokens: number; outputTokens: number }): number;
};

/** What a call of a tool knows of its run. */
export type RunToolContext = {
  userId: string;
  conversationId: string;
  messageId: string;
  runId: string;
  callId: string;
  /** By which subjects know what they keep of it. */
  run: object;
  /** The person's IANA zone and language tag. */
  timezone: string;
  language: string;
  /** Where alone the person wants the web to be searched. */
  focus?: SearchFocus;
  now: () => number;
  signal: AbortSignal;
  ledger: SourceLedger;
  report: (progress: ProgressData) => void;
};
export type ToolHooks = {
  /** Awaited before everything else of a call. */
  onStart: (tool: string, callId: string, input: unknown) => void;
  /** Before a call is executed; what this throws becomes a failure that the model reads. */
  beforeCall: (tool: string, callId: string) => Promise<void>;
  /** Awaited before the result is used. */
  onEnd: (tool: string, callId: string, input: unknown, output: AnyToolResult) => Promise<void>;
};

/** What a run needs of the tool catalog. */
export type RunTools = {
  /** The settings of a run that begins, with the tools of tool servers. */
  withServerTools(settings: AgentSettings): AgentSettings;
  listEnabled(settings: AgentSettings): string[];
  /** Names of the free tools that say that none is needed, for a style whose first step is a call. */
  firstStepTools: readonly string[];
  /** Human names of the capabilities that the settings take away. */
  listSwitchedOff(settings: AgentSettings, isTemporary: boolean): string[];
  describe(name: string): ToolTraits;
  /** What a call asks for, for the consent to it; `null` for an input that the tool will refuse. */
  readRequest(name: string, input: unknown): CallRequest | null;
  /** The sources that a call added. */
  listCitations(name: string, output: AnyToolResult): Citation[];
  /** What strangers wrote in what a call gave. */
  listFoundTexts(name: string, output: AnyToolResult): FoundText[];
  /** `null` for a call that recalls nothing. */
  findRecalled(name: string, output: AnyToolResult): Recalled | null;
  /** Whether a call may have given private words. `output`: as it is stored; `undefined`: it gave none. */
  isPrivateCall(name: string, output: unknown): boolean;
  /** Of our tools the first that has these traits. */
  nameOf(isSought: (traits: ToolTraits) => boolean): string;
  /** What the prompt says of these. */
  listGuides(names: readonly string[]): ToolGuide[];
  /** What a built-in helper may use. */
  listOfHelper(id: string): ToolName[];
  /** Throws `invalid_request` with `fields`. */
  checkInput(name: string, input: unknown): void;
  toToolSet(
    contextFor: (callId: string, signal: AbortSignal) => RunToolContext,
    hooks: ToolHooks,
    settings: AgentSettings,
    /** How tools are offered whose words depend on the person. */
    wordings?: Readonly<Partial<Record<string, ToolWording>>>,
  ): ToolSet;
};

export type SentFiles = {
  /** Gives the ids of those that the conversation did not have yet. */
  attachFiles(userId: string, conversationId: string, ids: readonly string[]): Promise<string[]>;
  detachFiles(userId: string, ids: readonly string[]): Promise<void>;
};

/** The records that runs read and write. */
export type RecordPorts = {
  conversations: Conversations;
  consentLedgers: ConsentLedgers;
  messages: Messages;
  searchIndex: SearchIndex;
  summaries: Summaries;
  runs: RunRecords;
  files: Files;
  traces: TraceFiles;
  /** What goes with a conversation, in this order. */
  kept: readonly KeptRecords[];
  turns: Turns;
  leases: Leases;
  runLogs: RunLogs;
  quotas: Quotas;
  settings: Settings;
  /** Only those that a person may use. */
  agents: Pick<Agents, "listFor" | "requiredOfBuiltIn">;
  workflows: Workflows;
};

/** Runs that do the tasks of plans, each in a conversation of its own. */
export type TaskPorts = {
  /**
   * Begins the attempt, or joins it where it was begun before, and gives its reply once that is stored.
   * `onAsking` hears whether it waits for the person. Rejects when the signal fires: the attempt goes on.
   */
  run(
    start: TaskStart,
    hooks: { signal: AbortSignal; onAsking: (isAsking: boolean) => void },
  ): Promise<ChatMessage>;
  /** Ends it wherever it is made, and gives what it had; `null` where nothing was kept. */
  stop(userId: string, conversationId: string): Promise<ChatMessage | null>;
  /** Words of the person; nothing happens where it has ended. */
  steer(userId: string, conversationId: string, message: Steer): Promise<void>;
  /** What another helper found; heard where the task is made in this process. */
  tell(userId: string, conversationId: string, finding: OriginText): Promise<void>;
  /** A message between helpers, for the log of the plan; heard where that is followed in this process. */
  note(userId: string, conversationId: string, id: string, message: HelperMessage): Promise<void>;
};

export type MoneyPorts = {
  /** Pays for what a person has done beside their replies, against their day and month. */
  personPurse: (userId: string) => PersonPurse;
  /**
   * Whether something beside the answering model may cost money: small model, pictures, search, reading,
   * embedding.
   */
  mayCostBeside: (settings: AgentSettings) => boolean;
};

export type SourcePorts = {
  createLedger: (userId: string, conversationId: string) => SourceLedger;
  /**
   * What the sources say of texts that cite them; `null` where nothing is cited, or the texts of the sources
   * cannot be had in time. With `until`, a small model decides what code leaves open, as far as it comes by
   * then.
   */
  checkClaims: (cited: CitedTexts, until?: AbortSignal) => Promise<ClaimsData | null>;
};
export type CitedTexts = {
  brief: Brief;
  sources: Readonly<FoundSources>;
  /** In order; a claim names its text by the place in this list. */
  parts: readonly string[];
};

type PermissionPorts = {
  /**
   * What the person's role may have of each tool by the site's settings of now, asked for anew whenever a
   * reply is prepared and before each call.
   */
  of: (userId: string) => Promise<FindToolPermission>;
  /** Whether the person may still use the site; asked while a reply of theirs is made. */
  isAllowed: (userId: string) => Promise<boolean>;
  /** Signs what the person is asked; the same on all instances. */
  approvalSecret: string;
};

/** This process among those that share the store. */
type WorkerPorts = {
  id: string;
  /** Whether no other process works on the same store: then a run that is not made here is made nowhere. */
  isAlone: boolean;
  /** How long the platform lets a request's work go on, in milliseconds; `null` where it does not end it. */
  processLimitMs: number | null;
  /** Asks for another process to take over a run that has been released. */
  callNext: (runId: string) => Promise<void>;
  /** How many replies this process makes at once, and how many are made for one person anywhere. */
  maxRuns: number;
  maxRunsOfPerson: number;
  /** Whether so little memory is left that nothing new should begin. */
  isMemoryShort: () => boolean;
  /** Told of each question, call or plan that a run lets go of its process for. */
  noteWaiting: (wait: {
    userId: string;
    conversationId: string;
    runId: string;
    waitId: string;
  }) => Promise<void>;
};

/** What runs are made in: all that the engine needs of the rest of the server. It holds nothing of a run. */
export type RunHost = {
  records: RecordPorts;
  /** Files that a person sends with messages. */
  sentFiles: SentFiles;
  models: () => RunModels;
  askSmall: AskSmall;
  money: MoneyPorts;
  tools: RunTools;
  sources: SourcePorts;
  permissions: PermissionPorts;
  tasks: TaskPorts;
  worker: WorkerPorts;
  features: readonly Feature[];
  /** Of the part of a run that this process makes. */
  openTrace: (run: TracedRun) => RunTrace;
  /** Work beside the reply; its failure is logged under the event's name, and closing the server waits. */
  inBackground: (event: string, work: Promise<unknown>) => void;
  /** Rejects with the signal's reason when it aborts. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Fires when the server closes: nothing waits any longer then. */
  closing: AbortSignal;
  log: Log;
  now: () => number;
  newId: () => string;
};
