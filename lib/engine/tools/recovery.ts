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
  "tool_unavailable",
  "overloaded",
  "internal",
]);
/** Whether the next call of a tool, with another input, would probably fail alike. */
export function isBackendFailure(code: ErrorCode): boolean {
  return backendFailures.has(code);
}

function to(kind: ToolFailureKind, hint: string, isTransient = false): Recovery {
  return { kind, hint, isTransient };
}

/** What each failure means to the model. */
export const recoveries: Record<ErrorCode, Recovery> = {
  invalid_request: to("invalid_input", "Correct the input and call the tool again."),
  secret_refused: to("denied", "Do not try it again; tell the person that secrets are never kept."),
  invalid_settings: to("error", otherWay),
  forbidden: to("denied", "Do not try it again; tell the person that it is not allowed."),
  unauthenticated: to("denied", "Do not try it again; tell the person to sign in."),
  not_found: to("not_found", "Check the name or address against what you were given, or try another one."),
  method_not_allowed: to("error", otherWay),
  conflict: to("error", "It was changed meanwhile; call the tool once more.", true),
  agent_incomplete: to("error", otherWay),
  agent_gone: to("error", otherWay),
  agent_spent: to("unavailable", laterOrWithout),
  mention_gone: to("error", otherWay),
  already_exists: to("error", "It is there already; nothing needs to be done."),
  run_active: to("unavailable", laterOrWithout),
  not_running: to("error", otherWay),
  already_decided: to("error", otherWay),
  too_many_runs: to("unavailable", laterOrWithout),
  too_large: to("error", "Ask for less, or use another source."),
  unsupported_media: to("error", "Try another page that holds text."),
  quota_exhausted: to("unavailable", laterOrWithout),
  overloaded: to("unavailable", laterOrWithout, true),
  store_unavailable: to("unavailable", laterOrWithout, true),
  store_invalid: to("unavailable", laterOrWithout),
  configuration: to("unavailable", "Tell the person plainly that this is not set up."),
  model_key: to(
    "unavailable",
    "Tell the person that the model's key was refused and can be set in the settings.",
  ),
  model_quota: to("unavailable", "Tell the person that the model's quota is used up."),
  model_unavailable: to("unavailable", laterOrWithout, true),
  model_rejected: to("error", "Word the request differently."),
  model_overflow: to("error", "Ask for less at once."),
  address_refused: to("denied", "Do not try this again; use addresses and words that you were given."),
  page_unavailable: to("error", "Read another search result, or search with other words.", true),
  page_refused: to("error", "This site does not let itself be read; read another search result."),
  search_unavailable: to(
    "unavailable",
    "Answer from what is known and say that the search did not work, or read an address that you have.",
    true,
  ),
  tool_unavailable: to("unavailable", laterOrWithout, true),
  timeout: to("timeout", "Ask for less, or try another source or approach.", true),
  aborted: to("error", "The run is being stopped; call nothing more."),
  internal: to("error", "Try once with a different input, or go on without this tool."),
};
