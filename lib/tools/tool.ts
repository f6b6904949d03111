import type { ErrorCode } from "@/lib/errors";
import type { SourceLedger } from "@/lib/evidence/ledger";
import type { ProgressData, ProgressStage } from "@/lib/protocol/chat-message";
import type { EarlierMessage, ToolOutputData, ToolSummary } from "@/lib/protocol/tool-results";
import type { ToolInputs, ToolName } from "@/lib/protocol/tools";
import type { EngineChoice } from "@/lib/search/engine";
import type { z } from "zod";

/** What a person may let tools do, by name, such as `fs_write`. */
export type Permissions = Pick<ReadonlySet<string>, "has">;

/** What a call knows about where it happens. `signal` ends with the run, with the call's time limit, or when the person stops. */
export type ToolContext = {
  userId: string;
  conversationId: string;
  messageId: string;
  runId: string;
  callId: string;
  /** The person's IANA zone and language tag. */
  timezone: string;
  language: string;
  now: () => number;
  permissions: Permissions;
  signal: AbortSignal;
  ledger: SourceLedger;
  /** Messages of the conversation before this reply that tell what is looked for, in their order. */
  findEarlier: (focus: string) => Promise<EarlierMessage[]>;
  report: (progress: ProgressData) => void;
  /** Which search engines are asked, and in which order; without it all, in their own. */
  engines?: EngineChoice;
};

export type ToolCapability = "web" | "memory" | "image" | "basic";

/** What a tool's success gives; `text` is what the model reads. */
export type ToolAnswer<NAME extends ToolName> = {
  text: string;
  summary: ToolSummary;
  data: ToolOutputData<NAME>;
  costMicroUsd?: number;
  tokens?: number;
};

/** What any tool's success gives; a summary that is no key of ours is a sentence of its own. */
export type AnyToolAnswer = {
  text: string;
  summary: ToolSummary | string;
  costMicroUsd?: number;
  tokens?: number;
};

/** What the runner needs of a tool. `execute` may throw an `AppError`, or anything: the runner turns it into a failure that the model reads. */
export type RunnableTool<INPUT = unknown, ANSWER extends AnyToolAnswer = AnyToolAnswer> = {
  name: string;
  version: string;
  /** What the settings switch it with; without one it is always offered. */
  capability?: ToolCapability;
  stage: ProgressStage;
  /** What it does, when to use it and when not, what to give it, what comes back. */
  description: string;
  inputSchema: z.ZodType<INPUT>;
  timeLimitMs: number;
  /** Whether a second attempt could do something twice. */
  hasSideEffects: boolean;
  /** What it is given goes nowhere else: with a stranger's text about, it needs no approval. Only for tools that are registered at run time. */
  isContained?: boolean;
  /** Whether a call may be made again with the same id although it may have been made; without it, whether it has no side effects. */
  isRepeatable?: boolean;
  /** Whoever lacks one of them is answered with `denied`, and nothing is executed. */
  requiresPermission?: readonly string[];
  /** What the model may try after a failure, where the general hint does not fit. */
  hints?: Partial<Record<ErrorCode, string>>;
  execute(input: INPUT, context: ToolContext): Promise<ANSWER>;
};

/** A tool of the protocol. */
export type ToolDefinition<NAME extends ToolName = ToolName> = RunnableTool<
  ToolInputs[NAME],
  ToolAnswer<NAME>
> & { name: NAME; capability: ToolCapability };

export const defaultTimeLimitMs = 30_000;
