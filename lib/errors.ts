/** Every failure of a request, run or tool that a person may see. `retryable`: trying again can help. */
const errorTable = {
  invalid_request: { status: 400, title: "Invalid request", retryable: false },
  secret_refused: { status: 400, title: "Secrets are not kept", retryable: false },
  invalid_settings: { status: 400, title: "Invalid settings", retryable: false },
  forbidden: { status: 403, title: "Not allowed", retryable: false },
  unauthenticated: { status: 401, title: "Sign in first", retryable: false },
  not_found: { status: 404, title: "Not found", retryable: false },
  method_not_allowed: { status: 405, title: "Method not allowed", retryable: false },
  conflict: { status: 409, title: "Changed meanwhile", retryable: false },
  agent_incomplete: { status: 409, title: "The agent cannot answer yet", retryable: false },
  agent_gone: { status: 409, title: "The agent is not there", retryable: false },
  agent_spent: { status: 429, title: "The agent's budget is used", retryable: true },
  mention_gone: { status: 409, title: "What was mentioned is gone", retryable: false },
  already_exists: { status: 409, title: "Already exists", retryable: false },
  run_active: { status: 409, title: "A reply is being written", retryable: true },
  not_running: { status: 409, title: "No reply is being written", retryable: false },
  already_decided: { status: 409, title: "Already decided", retryable: false },
  too_many_runs: { status: 429, title: "Too many replies at once", retryable: true },
  too_large: { status: 413, title: "Too large", retryable: false },
  unsupported_media: { status: 415, title: "Unsupported type", retryable: false },
  quota_exhausted: { status: 429, title: "Limit reached", retryable: true },
  overloaded: { status: 503, title: "Too busy", retryable: true },
  store_unavailable: { status: 503, title: "Storage does not answer", retryable: true },
  store_invalid: { status: 500, title: "Storage cannot be used", retryable: false },
  configuration: { status: 500, title: "Configuration", retryable: false },
  model_key: { status: 502, title: "The provider rejected the API key", retryable: false },
  model_quota: { status: 502, title: "The model is rate-limited or out of quota", retryable: true },
  model_unavailable: { status: 502, title: "The model is not responding", retryable: true },
  model_rejected: { status: 502, title: "The model rejected the request", retryable: false },
  model_overflow: { status: 502, title: "Too long for the model", retryable: false },
  address_refused: { status: 400, title: "Address not allowed", retryable: false },
  page_unavailable: { status: 502, title: "The page cannot be read", retryable: true },
  page_refused: { status: 502, title: "The page refuses to be read", retryable: false },
  search_unavailable: { status: 502, title: "The search engine does not answer", retryable: true },
  tool_unavailable: { status: 502, title: "The tool server does not answer", retryable: true },
  timeout: { status: 504, title: "It took too long", retryable: true },
  aborted: { status: 499, title: "Stopped", retryable: false },
  internal: { status: 500, title: "Something broke", retryable: true },
} as const satisfies Record<string, { status: number; title: string; retryable: boolean }>;

export type ErrorCode = keyof typeof errorTable;

export function isErrorCode(value: string): value is ErrorCode {
  return Object.hasOwn(errorTable, value);
}

/** What a model's failure is, where its code says less. */
export type FailureDetail =
  "no_money" | "moderated" | "no_pictures" | "small_window" | "model_gone" | "busy" | "cut";

export type ErrorOptions = {
  cause?: unknown;
  detail?: FailureDetail | undefined;
  /** Seconds after which trying again makes sense. */
  retryAfter?: number;
  /** Problems by field path, for invalid input. */
  fields?: Record<string, string>;
  reason?: RefusalReason | undefined;
};

/** What a page says of a refusal in other words than those of its code. */
export type RefusalReason = "disabled" | "waiting" | "changed" | "lastAdmin" | "ownAccount" | "used";

/** A failure with a closed code. `message` is safe to show to the person; `cause` is for the log only. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly retryAfter: number | undefined;
  readonly fields: Record<string, string> | undefined;
  readonly detail: FailureDetail | undefined;
  readonly reason: RefusalReason | undefined;

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.retryAfter = options.retryAfter;
    this.fields = options.fields;
    this.detail = options.detail;
    this.reason = options.reason;
  }

  get status(): number {
    return errorTable[this.code].status;
  }

  get title(): string {
    return errorTable[this.code].title;
  }

  get isRetryable(): boolean {
    return errorTable[this.code].retryable;
  }
}

/** Also true of one that another copy of this module in the same process threw. */
export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && error.name === "AppError" && "code" in error;
}

/** The code that Node or a package gave what was thrown, `ENOENT` for one; `null` without. */
export function findErrorCode(error: unknown): string | null {
  return error instanceof Error && "code" in error ? String(error.code) : null;
}

/** What is unknown becomes `internal` with a message that is safe to show. */
export function toAppError(error: unknown): AppError {
  if (isAppError(error)) return error;
  if (error instanceof Error && error.name === "AbortError")
    return new AppError("aborted", "It was stopped.", { cause: error });
  return new AppError("internal", "Something broke on our side. Nothing that was saved is lost; try again.", {
    cause: error,
  });
}
