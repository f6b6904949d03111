import type { ChatChunk } from "@/lib/protocol/chat-message";
import type { PersonQuestion } from "@/lib/protocol/person-questions";
import { toPlanAnswerId, type Plan } from "@/lib/features/plans/shape";
import { listAskedCalls } from "./asked-calls";

/** Something that a run waits for the person with, until `dueAt` at the latest. */
export type Wait = { id: string; dueAt: number };

/** Calls, questions and a plan that the person was asked about and has not answered. */
export function listWaits(chunks: readonly ChatChunk[]): Wait[] {
  const plan = findProposedPlan(chunks);
  return [
    ...listAskedCalls(chunks).map(({ approvalId, data }) => ({ id: approvalId, dueAt: data?.dueAt ?? 0 })),
    ...listOpenQuestions(chunks).map(({ id, expiresAt }) => ({ id, dueAt: expiresAt })),
    ...(plan === null ? [] : [{ id: toPlanAnswerId(plan.version), dueAt: plan.dueAt ?? 0 }]),
  ];
}

/** What the run waits for, and until when at the latest; `null` when nobody is asked anything. */
export function findWait(chunks: readonly ChatChunk[]): { until: number; approvals: string[] } | null {
  const waits = listWaits(chunks);
  if (waits.length === 0) return null;
  return { until: Math.min(...waits.map(({ dueAt }) => dueAt)), approvals: waits.map(({ id }) => id) };
}

export function findProposedPlan(chunks: readonly ChatChunk[]): Plan | null {
  const plan = chunks.findLast((chunk) => chunk.type === "data-plan")?.data ?? null;
  return plan?.state === "proposed" ? plan : null;
}

/** Questions of the plan that are open. */
export function listOpenQuestions(chunks: readonly ChatChunk[]): PersonQuestion[] {
  const newest = new Map(
    chunks.flatMap((chunk) => (chunk.type === "data-question" ? [[chunk.data.id, chunk.data]] : [])),
  );
  return [...newest.values()].filter(({ state }) => state === "asked");
}
