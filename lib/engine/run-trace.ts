import type { AgentOptions } from "@/lib/engine/loop/run-agent";
import type { CallJudgement } from "@/lib/engine/loop/consent/judge-call";
import type { ChatChunk } from "@/lib/protocol/chat-message";
import type { RunRecord, StepRecord } from "@/lib/protocol/run-record";
import type { AnyToolResult } from "@/lib/protocol/tool-results";
import type { TraceEntryOf } from "@/lib/features/traces/shape/traces";
import type { MarkedCall } from "@/lib/engine/log/entries";
import type { AskedQuestion } from "@/lib/money/asked";

export type TracedRun = {
  record: Pick<RunRecord, "id" | "startedAt" | "settings">;
  isTemporary: boolean;
  userId: string;
  conversationId: string;
  epoch: number;
};
export type AttemptTrace = Pick<TraceEntryOf<"attempt">, "chain" | "context" | "memories" | "sources">;
export type EndedLoop = { forced: string | null; finishReason: string } | null;

/** What a run says of itself to whoever records it. */
export type RunTrace = {
  /** Called where the log is written. */
  border(): void;
  /** This worker's part is over, and the run goes on elsewhere. */
  release(): Promise<void>;
  finish(): Promise<void>;
  /** The same options, watched; `served` says which model of the chain speaks. */
  watchLoop(options: AgentOptions, attempt: AttemptTrace, served: () => string): AgentOptions;
  endLoop(loop: EndedLoop, error: unknown): void;
  /** Of an event that the loop makes when it is repeated: it is not kept twice. */
  isOfLoop(chunk: ChatChunk): void;
  event(chunk: ChatChunk): void;
  step(step: StepRecord): void;
  consent(tool: string, input: unknown, judged: CallJudgement): void;
  tool(call: MarkedCall, output: AnyToolResult, sources: number[]): void;
  question(asked: AskedQuestion): void;
  steer(id: string, text: string): void;
  note(name: string, data: object): void;
};
