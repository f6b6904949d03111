import type { TokenPrice } from "@/lib/agent/limits";
import type { Conversations } from "@/lib/data/conversations";
import type { EvidenceRecords } from "@/lib/data/evidence";
import type { Files } from "@/lib/data/files";
import type { Messages } from "@/lib/data/messages";
import type { RunRecords } from "@/lib/data/runs";
import type { Settings } from "@/lib/data/settings";
import type { Turns } from "@/lib/data/turns";
import type { Quotas } from "@/lib/data/quotas";
import type { SourceLedger } from "@/lib/evidence/ledger";
import type { Log } from "@/lib/log";
import type { Memory } from "@/lib/memory/memory";
import type { ProgressData, RunUsage } from "@/lib/protocol/chat-message";
import type { RunRecord } from "@/lib/protocol/run-record";
import type { AgentSettings, ModelTier } from "@/lib/protocol/settings";
import type { AnyToolResult } from "@/lib/protocol/tool-results";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { ToolSet } from "ai";

export type ModelHooks = {
  onServed: (ref: string) => void;
  onFallback: (change: { from: string; to: string; error: unknown }) => void;
};

/** How a run reaches models; chains are lists of `provider:model`. */
export type RunModels = {
  chain(tier: ModelTier, options: { settings: readonly string[]; choice?: string | undefined }): string[];
  open(refs: readonly string[], hooks: ModelHooks): LanguageModelV4;
  describe(ref: string): { maxOutputTokens: number; contextWindow: number; seesImages: boolean; price: TokenPrice | null };
  /** Micro-dollars; `null` when the price is unknown. */
  costOf(ref: string, usage: RunUsage): number | null;
};

/** What a person may let tools do, by name. */
export type RunPermissions = Pick<ReadonlySet<string>, "has">;

export type RunToolContext = {
  userId: string;
  conversationId: string;
  messageId: string;
  runId: string;
  callId: string;
  timezone: string;
  language: string;
  now: () => number;
  permissions: RunPermissions;
  signal: AbortSignal;
  ledger: SourceLedger;
  report: (progress: ProgressData) => void;
};
export type ToolHooks = {
  /** Before a call is executed; what this throws becomes a failure that the model reads. */
  beforeCall: (tool: string, callId: string) => Promise<void>;
  onEnd: (tool: string, callId: string, input: unknown, output: AnyToolResult) => void;
};

/** What a run needs of the tool catalog. */
export type RunTools = {
  listEnabled(settings: AgentSettings): string[];
  toToolSet(contextFor: (callId: string, signal: AbortSignal) => RunToolContext, hooks: ToolHooks, settings: AgentSettings): ToolSet;
};

export type RunDeps = {
  conversations: Conversations;
  messages: Messages;
  runs: RunRecords;
  files: Files;
  evidence: Pick<EvidenceRecords, "deleteTexts">;
  turns: Turns;
  quotas: Quotas;
  /** Adds an ended run to the site's figures. */
  statistics: { record(run: RunRecord, extra: { isFirstToday: boolean; fellBack: boolean }): Promise<void> };
  /** Whether the person may still use the site; asked while a reply of theirs is made. */
  isAllowed: (userId: string) => Promise<boolean>;
  /** Whether no other process works on the same store: then a run that is not made here is made nowhere. */
  isAlone: boolean;
  settings: Settings;
  memory: Memory;
  models: () => RunModels;
  tools: RunTools;
  permissionsOf: (userId: string) => RunPermissions;
  createLedger: (userId: string, conversationId: string) => SourceLedger;
  log: Log;
  /** Lets work go on beside the reply; its failure is logged under the event's name, and closing the server waits for it. */
  inBackground: (event: string, work: Promise<unknown>) => void;
  now: () => number;
  newId: () => string;
};
