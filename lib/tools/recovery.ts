import type { ErrorCode } from "@/lib/errors";
import type { ToolFailureKind } from "@/lib/protocol/tool-results";

export type Recovery = {
  kind: ToolFailureKind;
  /** What the model may try instead. */
  hint: string;
  /** Whether a second attempt a second later may go better. */
  isTransient: boolean;
};

const otherWay = "Go on without this result, and say in the answer what could not be done.";
const laterOrWithout = "Go on with what is known, and say that this was not available.";

/** Failures of what stands behind a tool, which any other call would meet too. */
const backendFailures: ReadonlySet<ErrorCode> = new Set([
  "timeout",
  "search_unavailable",
  "store_unavailable",
  "model_unavailable",
  "overloaded",
  "internal",
]);
/** Whether the next call of a tool, with another input, would probably fail alike. */
export function isBackendFailure(code: ErrorCode): boolean {
  return backendFailures.has(code);
}

/** What each failure means to the model. */
export const recoveries: Record<ErrorCode, Recovery> = {
  invalid_request: {
    kind: "invalid_input",
    hint: "Correct the input and call the tool again.",
    isTransient: false,
  },
  secret_refused: {
    kind: "denied",
    hint: "Do not try it again; tell the person that secrets are never kept.",
    isTransient: false,
  },
  invalid_settings: { kind: "error", hint: otherWay, isTransient: false },
  forbidden: {
    kind: "denied",
    hint: "Do not try it again; tell the person that it is not allowed.",
    isTransient: false,
  },
  unauthenticated: {
    kind: "denied",
    hint: "Do not try it again; tell the person to sign in.",
    isTransient: false,
  },
  not_found: {
    kind: "not_found",
    hint: "Check the name or address against what you were given, or try another one.",
    isTransient: false,
  },
  method_not_allowed: { kind: "error", hint: otherWay, isTransient: false },
  conflict: { kind: "error", hint: "It was changed meanwhile; call the tool once more.", isTransient: true },
  already_exists: {
    kind: "error",
    hint: "It is there already; nothing needs to be done.",
    isTransient: false,
  },
  run_active: { kind: "unavailable", hint: laterOrWithout, isTransient: false },
  not_running: { kind: "error", hint: otherWay, isTransient: false },
  already_decided: { kind: "error", hint: otherWay, isTransient: false },
  too_many_runs: { kind: "unavailable", hint: laterOrWithout, isTransient: false },
  too_large: { kind: "error", hint: "Ask for less, or use another source.", isTransient: false },
  unsupported_media: { kind: "error", hint: "Try another page that holds text.", isTransient: false },
  quota_exhausted: { kind: "unavailable", hint: laterOrWithout, isTransient: false },
  overloaded: { kind: "unavailable", hint: laterOrWithout, isTransient: true },
  store_unavailable: { kind: "unavailable", hint: laterOrWithout, isTransient: true },
  store_invalid: { kind: "unavailable", hint: laterOrWithout, isTransient: false },
  configuration: {
    kind: "unavailable",
    hint: "Tell the person plainly that this is not set up.",
    isTransient: false,
  },
  model_key: {
    kind: "unavailable",
    hint: "Tell the person that the model's key was refused and can be set in the settings.",
    isTransient: false,
  },
  model_quota: {
    kind: "unavailable",
    hint: "Tell the person that the model's quota is used up.",
    isTransient: false,
  },
  model_unavailable: { kind: "unavailable", hint: laterOrWithout, isTransient: true },
  model_rejected: { kind: "error", hint: "Word the request differently.", isTransient: false },
  model_overflow: { kind: "error", hint: "Ask for less at once.", isTransient: false },
  address_refused: {
    kind: "denied",
    hint: "Do not try this address again; use a public web page instead.",
    isTransient: false,
  },
  page_unavailable: {
    kind: "error",
    hint: "Read another search result, or search with other words.",
    isTransient: true,
  },
  page_refused: {
    kind: "error",
    hint: "This site does not let itself be read; read another search result.",
    isTransient: false,
  },
  search_unavailable: {
    kind: "unavailable",
    hint: "Answer from what is known and say that the search did not work, or read an address that you have.",
    isTransient: true,
  },
  timeout: { kind: "timeout", hint: "Ask for less, or try another source or approach.", isTransient: true },
  aborted: { kind: "error", hint: "The run is being stopped; call nothing more.", isTransient: false },
  internal: {
    kind: "error",
    hint: "Try once with a different input, or go on without this tool.",
    isTransient: false,
  },
};
