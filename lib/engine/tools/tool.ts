import type { ErrorCode } from "@/lib/errors";
import type { Feature } from "@/lib/engine/feature";
import type { RunToolContext } from "@/lib/engine/ports";
import type { CallRequest } from "@/lib/protocol/approvals";
import type { ProgressStage } from "@/lib/protocol/chat-message";
import type { Citation, FoundText, ToolSummary } from "@/lib/protocol/tool-results";
import type {
  Recalled,
  SearchPlace,
  ToolApproval,
  ToolEffect,
  ToolGuide,
  ToolNeed,
  ToolOrigin,
  EngineChoice,
} from "@/lib/protocol/tool-traits";
import type { ToolInputs, ToolName, ToolOutputData } from "@/lib/protocol/tools";
import type { z } from "zod";
import type { Rerank } from "./rerank";

/** What a call knows of its place. `signal` ends with the run, the call's time limit or the person's stop. */
export type ToolContext = RunToolContext & {
  /** Gives the call its time limit anew, up to the longest; absent where nobody waits. */
  stillWorking?: () => void;
  /** Which search engines are asked, and in which order; without it all, in their own. */
  engines?: EngineChoice;
  /** Has the small model order what was found; absent where that is off. */
  rerank?: Rerank;
  /** What the values of code that runs may take. */
  codeMemoryMb?: number;
};

/** `text` is what the model reads. A summary that is no key of ours is a sentence of its own. */
export type AnyToolAnswer = { text: string; summary: ToolSummary | string; costMicroUsd?: number };

/** What a success of a tool of ours gives. */
export type ToolAnswer<NAME extends ToolName> = AnyToolAnswer & {
  summary: ToolSummary;
  data: ToolOutputData<NAME>;
};

/** What others ask of a tool. `execute` may throw anything: the runner makes it a failure the model reads. */
export type RunnableTool<INPUT = unknown, ANSWER extends AnyToolAnswer = AnyToolAnswer> = {
  name: string;
  version: string;
  /** The switch of the settings; without one it is always offered. */
  capability?: ToolCapability;
  searches?: SearchPlace;
  needs?: ToolNeed;
  /** The built-in helpers of plans that may use it, by their ids. */
  helpers?: readonly string[];
  guide?: ToolGuide;
  stage: ProgressStage;
  /** What it does, when to use it and when not, what to give it, what comes back. */
  description: string;
  input: z.ZodType<INPUT>;
  origin: ToolOrigin;
  approval: ToolApproval;
  /** When the person does not answer in time it is called all the same. */
  isOptional?: true;
  effect: ToolEffect;
  /** With an effect: whether a call repeated with its id does nothing twice. Without one it always may be. */
  isRepeatable?: boolean;
  /** `longestMs`: for a call that says that it is still at work. */
  limits: { timeMs: number; longestMs?: number };
  /** The summaries' sentences in plain English, by their keys; the interface has its own words for them. */
  sentences?: Readonly<Record<string, string>>;
  /** What of an input must be the person's for a free call; without it any call needing approval waits. */
  request?: { reason: CallRequest["reason"]; read(input: INPUT): CallRequest };
  /** What the model may try after a failure, where the general hint does not fit. */
  hints?: Partial<Record<ErrorCode, string>>;
  /** Failures that come from the input and say nothing of the tool: the breaker does not count them. */
  inputFailures?: readonly ErrorCode[];
  execute(input: INPUT, context: ToolContext): Promise<ANSWER>;
};

/** A tool of the protocol. */
export type ToolDefinition<NAME extends ToolName = ToolName> = RunnableTool<
  ToolInputs[NAME],
  ToolAnswer<NAME>
> & {
  name: NAME;
  capability: ToolCapability;
  /** The sources that a success adds. */
  citations?(data: ToolOutputData<NAME>): Citation[];
  /**
   * What strangers wrote in a success, without the tool's own words, which may repeat what it was asked.
   * `text`: what the model reads.
   */
  texts?(data: ToolOutputData<NAME>, text: string): FoundText[];
  recalls?(data: ToolOutputData<NAME>): Recalled;
  /** Whether a success holds private words; without it, its origin decides. */
  isPrivate?(data: ToolOutputData<NAME>): boolean;
};

/** A subject that gives tools: those of the protocol, and others, without a view, words or switch of ours. */
export type ToolFeature = Feature & { tools: readonly RunnableTool[] };

/** The admin panel's switches; `basic` tools have none. `words`: what the model reads of one that is off. */
export const capabilities = {
  web: { setting: "webSearchEnabled", words: "web search and page reading" },
  memory: { setting: "memoryEnabled", words: "memory" },
  documents: { setting: "documentsEnabled", words: "searching documents" },
  image: { setting: "imageGenerationEnabled", words: "making images" },
  // Off unless somebody wants it: the model need not be told.
  code: { setting: "codeEnabled", words: null },
  basic: { setting: null, words: null },
} as const;
export type ToolCapability = keyof typeof capabilities;

export const defaultTimeLimitMs = 30_000;
