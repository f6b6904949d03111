import { getToolName, isToolUIPart } from "ai";
import { readAnswerText } from "@/lib/features/evidence/gather-answer";
import { findStoredClaims } from "@/lib/features/evidence/stored-claims";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { Expectations, Trial } from "@/lib/features/laboratory/shape/laboratory";
import type { Verdict } from "@/lib/features/evidence/shape/claims";
import { checkExpectations } from "./check-expectations";
import type { ToolTraits } from "@/lib/protocol/tool-traits";

/** Nobody compares more of an answer, and a record holds two. */
const maxAnswerCharacters = 50_000;

export type DescribeTool = (name: string) => Pick<ToolTraits, "capability">;
/** `costMicroUsd`: what counts as its cost. */
type Known = { costMicroUsd: number; describeTool: DescribeTool };

/** What is kept of an answer, which goes with its conversation. */
export function toTrial(
  message: ChatMessage,
  expectations: Expectations,
  { costMicroUsd, describeTool }: Known,
): Trial {
  const calls = listCalls(message);
  const { outcome = "failed", model = "", startedAt = 0, endedAt = startedAt } = message.metadata ?? {};
  const answer = {
    outcome,
    model,
    text: readAnswerText(message).slice(0, maxAnswerCharacters),
    costMicroUsd,
    tookMs: endedAt - startedAt,
    sources: listSources(message),
    searches: calls.filter((name) => describeTool(name).capability === "web").length,
  };
  return {
    ...answer,
    marks: countMarks(message),
    checks: checkExpectations(expectations, { ...answer, calls }),
  };
}

/** One that could not even begin. */
export function toFailedTrial(code: string, expectations: Expectations): Trial {
  const answer = { outcome: code, model: "", text: "", costMicroUsd: 0, tookMs: 0, searches: 0, sources: [] };
  return { ...answer, marks: {}, checks: checkExpectations(expectations, { ...answer, calls: [] }) };
}

function listCalls({ parts }: ChatMessage): string[] {
  return parts.flatMap((part) => (isToolUIPart(part) ? [getToolName(part)] : []));
}

function listSources({ parts }: ChatMessage): Trial["sources"] {
  return parts.flatMap((part) => {
    if (part.type !== "source-url") return [];
    const { url, title = url, sourceId } = part;
    const number = Number(sourceId);
    return [{ number: Number.isInteger(number) ? number : 0, url, title }];
  });
}

function countMarks(message: ChatMessage): Trial["marks"] {
  const marks: Partial<Record<Verdict, number>> = {};
  for (const { verdict } of findStoredClaims(message)?.claims ?? [])
    marks[verdict] = (marks[verdict] ?? 0) + 1;
  return marks;
}
