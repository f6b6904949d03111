import type { ErrorCode } from "@/lib/errors";
import type { SourceLedger } from "@/lib/evidence/ledger";
import type { ProgressData, ProgressStage } from "@/lib/protocol/chat-message";
import type { ToolOutputData, ToolSummary } from "@/lib/protocol/tool-results";
import type { ToolInputs, ToolName } from "@/lib/protocol/tools";
import type { z } from "zod";

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
  signal: AbortSignal;
  ledger: SourceLedger;
  report: (progress: ProgressData) => void;
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

/** A tool. `execute` may throw an `AppError`, or anything: the runner turns it into a failure that the model reads. */
export type ToolDefinition<NAME extends ToolName = ToolName> = {
  name: NAME;
  version: string;
  capability: ToolCapability;
  stage: ProgressStage;
  /** What it does, when to use it and when not, what to give it, what comes back. */
  description: string;
  inputSchema: z.ZodType<ToolInputs[NAME]>;
  timeLimitMs: number;
  /** Whether a second attempt could do something twice. */
  hasSideEffects: boolean;
  /** What the model may try after a failure, where the general hint does not fit. */
  hints?: Partial<Record<ErrorCode, string>>;
  execute(input: ToolInputs[NAME], context: ToolContext): Promise<ToolAnswer<NAME>>;
};

export const defaultTimeLimitMs = 30_000;
