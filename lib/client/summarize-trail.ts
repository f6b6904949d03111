import { findDynamicResult } from "./dynamic-result";
import type { TrailStep } from "./read-turn";

/** What a trail did, counted; the interface makes a sentence of it. */
export type TrailCounts = {
  searches: number;
  pages: number;
  looked: number;
  saved: number;
  pictures: number;
  recalled: number;
  times: number;
  sums: number;
  others: number;
  failed: number;
  /** Not made, because the person did not allow them or did not answer. */
  denied: number;
  waiting: number;
  thoughts: number;
};

export function countTrail(steps: TrailStep[]): TrailCounts {
  const counts: TrailCounts = {
    searches: 0,
    pages: 0,
    looked: 0,
    saved: 0,
    pictures: 0,
    recalled: 0,
    times: 0,
    sums: 0,
    others: 0,
    failed: 0,
    denied: 0,
    waiting: 0,
    thoughts: 0,
  };
  for (const step of steps) countStep(counts, step);
  return counts;
}

function countStep(counts: TrailCounts, step: TrailStep): void {
  if (step.kind === "thought") counts.thoughts += 1;
  if (step.kind !== "tool") return;
  const { part } = step;
  if (isWaiting(step)) return void (counts.waiting += 1);
  if (isDenied(step)) return void (counts.denied += step.approval?.state === "edited" ? 0 : 1);
  if (isFailed(step)) return void (counts.failed += 1);
  switch (part.type) {
    case "tool-web_search":
      return void (counts.searches += 1);
    case "tool-web_fetch":
      return void (counts.pages +=
        part.state === "output-available" && part.output.ok
          ? part.output.data.pages.length
          : (part.input?.urls?.length ?? 1));
    case "tool-memory_retrieve":
      return void (counts.looked += 1);
    case "tool-memory_save":
      return void (counts.saved +=
        part.state === "output-available" && part.output.ok ? part.output.data.saved.length : 0);
    case "tool-image_generate":
      return void (counts.pictures += 1);
    case "tool-recall_details":
      return void (counts.recalled += 1);
    case "tool-get_current_time":
      return void (counts.times += 1);
    case "tool-calculate":
      return void (counts.sums += 1);
    case "dynamic-tool":
      return void (counts.others += 1);
    default:
      return part satisfies never;
  }
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

/** Whether it was not made because the person did not allow it, changed it, or did not answer. No failure of anything. */
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
