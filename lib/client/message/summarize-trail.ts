import { findDynamicResult } from "./dynamic-result";
import type { ToolStepPart } from "./approvals";
import type { TrailStep } from "./read-turn";

/** What a trail did; the interface makes a sentence of it. `calls` are those that run or went well. */
export type TrailCounts = {
  calls: ToolStepPart[];
  failed: number;
  /** Not made, because the person did not allow them or did not answer. */
  denied: number;
  waiting: number;
  thoughts: number;
};

export function countTrail(steps: TrailStep[]): TrailCounts {
  const counts: TrailCounts = { calls: [], failed: 0, denied: 0, waiting: 0, thoughts: 0 };
  for (const step of steps) {
    if (step.kind === "thought") counts.thoughts += 1;
    if (step.kind !== "tool") continue;
    if (isWaiting(step)) counts.waiting += 1;
    else if (isDenied(step)) counts.denied += step.approval?.state === "edited" ? 0 : 1;
    else if (isFailed(step)) counts.failed += 1;
    else counts.calls.push(step.part);
  }
  return counts;
}

type ToolTrailStep = Extract<TrailStep, { kind: "tool" }>;

/** Whether the step brought nothing: refused by the tool or by the library. */
export function isFailed({ part }: ToolTrailStep): boolean {
  if (part.state === "output-error") return true;
  if (part.type === "dynamic-tool") return findDynamicResult(part)?.ok === false;
  return part.state === "output-available" && !part.output.ok;
}

/** Whether the person is asked about it now. */
export function isWaiting({ part, approval }: ToolTrailStep): boolean {
  return part.state === "approval-requested" && (approval === null || approval.state === "asked");
}

/** Whether the person did not allow it, changed it, or did not answer: that is no failure. */
export function isDenied({ part, approval }: ToolTrailStep): boolean {
  if (part.state === "output-denied" || (part.state === "approval-responded" && !part.approval.approved))
    return true;
  return (
    part.state === "approval-requested" &&
    approval !== null &&
    !["asked", "approved"].includes(approval.state)
  );
}

export function isRunning(step: TrailStep): boolean {
  if (step.kind === "thought") return step.isActive;
  if (step.kind !== "tool") return false;
  const { state, approval } = step.part;
  return (
    state === "input-streaming" ||
    state === "input-available" ||
    (state === "approval-responded" && approval.approved)
  );
}
