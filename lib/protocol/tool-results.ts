import { isRecord } from "./json";
import type { FileKind, PassagePlace } from "@/lib/features/documents/shape/documents";
import type { DocumentKind } from "@/lib/features/evidence/shape/evidence";

export type ToolFailureKind = "error" | "timeout" | "denied" | "invalid_input" | "unavailable" | "not_found";

/**
 * What the runner measured for every call. `costMicroUsd` is what the call itself cost, models and engines
 * included, `tokens` an estimate of what the model reads of it; absent in messages of earlier versions.
 */
export type ToolMeta = {
  durationMs: number;
  costMicroUsd: number;
  tokens?: number;
  version: string;
  attempts: number;
};

/** The model sees it as `[number]` and the answer cites it; numbers are unique in the conversation. */
export type CitedSource = {
  number: number;
  evidenceId: string;
  url: string;
  title: string;
  site: string;
  publishedAt?: string;
  /** Of a document of the library. */
  documentKind?: DocumentKind;
  place?: PassagePlace;
};

/**
 * Whose a document is: `file` is somebody's text that the person gave, `own` they say that they wrote it,
 * `handbook` is the product's.
 */
export const documentOrigins = ["file", "own", "handbook"] as const;
export type DocumentOrigin = (typeof documentOrigins)[number];

/** A document of the library, at the passage that was found or read. */
export type CitedDocument = CitedSource & {
  documentKind: FileKind;
  place?: PassagePlace;
  origin: DocumentOrigin;
};

/**
 * A source that a call added. A `listed` one is known by its snippet only; the page of a `recalled` one was
 * read in a turn too far back. `instructions` are words with which the text tries to instruct its reader.
 */
export type Citation = CitedSource & { instructions?: readonly string[] } & (
    { kind: "listed"; snippet: string } | { kind: "read" | "recalled" }
  );

/**
 * Words of a page, of an entry of a search, or of what the person gave or was answered before (`own`: that
 * they wrote), with the address of each.
 */
export type FoundText = { origin: "page" | "result" | "file" | "own"; url: string; text: string };

/** A message that the model is not shown any more; `resultIds`: what its tools had given. */
export type EarlierMessage = { seq: number; role: "user" | "assistant"; text: string; resultIds: string[] };

/** A call that another run works for; `tool` names its cost. */
export type HelpedCall = { tool: string; callId: string; signal: AbortSignal };

export type ToolSuccess<DATA> = {
  ok: true;
  /** What the model reads. */
  text: string;
  /** What it reads of a long one in later steps and turns. */
  compact?: string;
  /** One sentence for the trail, in the interface's words: a message key with values. */
  summary: ToolSummary;
  data: DATA;
  meta: ToolMeta;
};
export type ToolFailure = {
  ok: false;
  kind: ToolFailureKind;
  /** What happened, safe to show and to read. */
  message: string;
  /** What the model may try instead. */
  hint: string;
  meta: ToolMeta;
};
export type ToolResult<DATA> = ToolSuccess<DATA> | ToolFailure;
/** Of any tool, also one registered while the server runs, which sums up in a sentence of its own. */
export type AnyToolResult =
  (Omit<ToolSuccess<unknown>, "summary" | "data"> & { summary: ToolSummary | string }) | ToolFailure;
export type ToolSummary = { key: string; values: Record<string, string | number> };

/**
 * What a call gave, if it is a result as our runner writes it; `null` for anything else, such as what a
 * vendor's own tool gave. Every reader of a stored call asks this, never the part's type. Results of before
 * something was measured get zeros for it.
 */
export function findResult(output: unknown): AnyToolResult | null {
  if (!isRecord(output)) return null;
  const isRead = output.ok === true && typeof output.text === "string" && isWhole(output);
  const isFailed = output.ok === false && typeof output.message === "string";
  if (!isRead && !isFailed) return null;
  return (isRecord(output.meta) ? output : { ...output, meta: unmeasured }) as AnyToolResult;
}

const unmeasured: ToolMeta = { durationMs: 0, costMicroUsd: 0, version: "", attempts: 1 };

function isWhole({ compact, data }: Record<string, unknown>): boolean {
  return (compact === undefined || typeof compact === "string") && (data === undefined || isRecord(data));
}

/** A call that ended, by the tool's name that models know. */
export type CallResult = { tool: string; input: unknown; output: AnyToolResult };
