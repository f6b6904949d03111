import { earlierId } from "@/lib/protocol/tools";
import type { ModelMessage, ToolModelMessage, ToolResultPart } from "ai";
import { recallTool } from "@/lib/engine/tools/recall-details/schema";

/** How a result is shown: whole, compacted, its beginning and end, or one line. */
export type ResultForm = "whole" | "compact" | "ends" | "line";

/** What is known of a call's result beside its text. */
export type KnownResult = {
  /** Its compacted form, where it has one; asked for once, it stays as it is. */
  readonly compact: string | null;
  /** Ids by which the model reads it whole. */
  ids: readonly string[];
};

/** A longer one is compacted when a step has passed. */
export const longResultTokens = 1_000;
const keptStart = 2_000;
const keptEnd = 500;
const idPattern = /\br_[A-Za-z0-9]{8}\b/g;

/** Some servers use the id of a call again in a later step. */
export function toResultKey(toolCallId: string, text: string): string {
  return `${toolCallId} ${text.length} ${text.slice(0, 80)}`;
}

export function isToolMessage(message: ModelMessage): message is ToolModelMessage {
  return message.role === "tool";
}

export function isResult(part: ToolModelMessage["content"][number]): part is ToolResultPart {
  return part.type === "tool-result";
}

/** The text that the model reads; `null` for a result that is none, which stays as it is. */
export function toResultText({ output }: ToolResultPart): string | null {
  return output.type === "text" || output.type === "error-text" ? output.value : null;
}

export function withText(part: ToolResultPart, value: string): ToolResultPart {
  const type = part.output.type === "error-text" ? "error-text" : "text";
  return { ...part, output: { type, value } };
}

/** A text's beginning and end, with what to do for the rest. */
export function toEnds(text: string, ids: readonly string[]): string {
  if (text.length <= keptStart + keptEnd + 100) return text;
  const [start, end] = [cutBefore(text, keptStart), cutBehind(text, keptEnd)];
  return `${start}\n… (left out here${toRecallHint(ids)})\n${end}`;
}

export function toLine(toolName: string, ids: readonly string[]): string {
  return `(An earlier result of ${toolName} is left out here${toRecallHint(ids)}.)`;
}

/** The words behind a text that is not whole. */
export function toRecallHint(ids: readonly string[]): string {
  return ids.length === 0
    ? ""
    : `; whole with ${recallTool}: ${ids.map((id) => (id === earlierId ? `${id} with the same focus` : id)).join(", ")}`;
}

/** The ids that stand in a text itself. */
export function findIds(text: string): string[] {
  return [...new Set(text.match(idPattern) ?? [])];
}

/** The ids that the words behind a shortened text name, in its last line. */
export function findHintIds(shortened: string): string[] {
  return findIds(shortened.slice(shortened.lastIndexOf("\n") + 1));
}

/** Never inside a character. */
function cutBefore(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
}

function cutBehind(text: string, length: number): string {
  return text.slice(-length).replace(/^[\udc00-\udfff]/, "");
}
