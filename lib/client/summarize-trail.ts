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
    thoughts: 0,
  };
  for (const step of steps) countStep(counts, step);
  return counts;
}

function countStep(counts: TrailCounts, step: TrailStep): void {
  if (step.kind === "thought") counts.thoughts += 1;
  if (step.kind !== "tool") return;
  const { part } = step;
  if (isFailed(step)) return void (counts.failed += 1);
  switch (part.type) {
    case "tool-web_search":
      return void (counts.searches += 1);
    case "tool-web_fetch":
      return void (counts.pages +=
        part.state === "output-available" && part.output.ok ? part.output.data.pages.length : (part.input?.urls?.length ?? 1));
    case "tool-memory_retrieve":
      return void (counts.looked += 1);
    case "tool-memory_save":
      return void (counts.saved += part.state === "output-available" && part.output.ok ? part.output.data.saved.length : 0);
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

/** Whether the step brought nothing: refused by the tool, by the library, or by the person. */
export function isFailed(step: Extract<TrailStep, { kind: "tool" }>): boolean {
  const { part } = step;
  if (part.state === "output-error" || part.state === "output-denied") return true;
  if (part.type === "dynamic-tool") return findDynamicResult(part)?.ok === false;
  return part.state === "output-available" && !part.output.ok;
}

export function isRunning(step: TrailStep): boolean {
  if (step.kind === "thought") return step.isActive;
  return step.kind === "tool" && (step.part.state === "input-streaming" || step.part.state === "input-available");
}
