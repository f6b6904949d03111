/** What a scripted provider answers, in no vendor's terms; each wire puts it into its own protocol. */
export type Reply = Answer | Fault;

export type Answer = {
  parts: ReplyPart[];
  /** Tokens; told at the end of the answer unless `null`. */
  usage?: { input: number; output: number; reasoning?: number; cached?: number; written?: number } | null;
  /** By default `tools` when a tool is called, else `stop`. */
  finish?: "stop" | "tools" | "length" | "filter";
  /** Milliseconds before the first frame, and between frames, where a function is asked each time. */
  firstDelayMs?: number;
  delayMs?: number | (() => number);
  /** After so many frames the connection is cut, ends as if that were all, says nothing more, or sends what is no JSON. */
  cutAfter?: number;
  endAfter?: number;
  stallAfter?: number;
  garbageAfter?: number;
};

export type ReplyPart =
  | { type: "reasoning"; chunks: string[] }
  | {
      type: "text";
      chunks: string[];
      /** Sent letter by letter, as by a server that takes a form and does not heed it. */
      isAsItStands?: boolean;
    }
  | ToolReply
  | { type: "image"; base64: string; mediaType: string }
  | { type: "embedding"; values: number[] };

export type ToolReply = {
  type: "tool";
  name: string;
  input?: unknown;
  /** Sent instead of `input`, for arguments that are no JSON. */
  rawInput?: string;
  /** The call's own; by default made of its place in the answer, so that a second answer may use it again. */
  id?: string;
};

/** An error status, with `body` in a server's own form, or with `empty` a success without a body. */
export type Fault =
  | { status: number; message?: string; code?: string; retryAfter?: number | string; body?: unknown }
  | { empty: true };

export type WireName = "responses" | "chat" | "gemini" | "messages";

export type ProviderRequest = {
  wire: WireName;
  kind: "language" | "image" | "embedding";
  model: string;
  /** How many rounds of tool results follow the last words of the person: 0 in the first call of a loop. */
  turn: number;
  isStream: boolean;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: Record<string, unknown>;
};

export type Script = (request: ProviderRequest) => Reply | Promise<Reply>;

/** One vendor's protocol. `frames` are the lines of a streamed answer, `whole` the body of one that is not streamed. */
export type Wire = {
  frames(answer: Answer, model: string): string[];
  whole(answer: Answer, model: string): unknown;
  error(fault: { status: number; message: string; code: string | undefined }): unknown;
  /** Who speaks in each message, in order; a tool's result is `tool`. */
  roles(body: Record<string, unknown>): ("user" | "assistant" | "tool")[];
};
