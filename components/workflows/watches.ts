import { createStore } from "zustand/vanilla";
import type { Workflow } from "@/lib/features/workflows/shape/workflows";
import { listWorkflows } from "@/lib/features/workflows/api";
import { call } from "@/lib/client/request";

export type EvidencePlace = { conversationId: string; messageId: string };
export type Watch = Pick<Workflow, "id" | "name" | "question" | "runs">;

/** The person's watches; `null` before they are known. */
export const watchStore = createStore<{ watches: readonly Watch[] | null }>(() => ({ watches: null }));

let reading: Promise<void> | null = null;

/** Reads them again: once for all who ask meanwhile. */
export function refreshWatches(): Promise<void> {
  reading ??= call(listWorkflows).then((answer) => {
    reading = null;
    if (answer.ok) watchStore.setState({ watches: answer.value.workflows.filter(({ isWatch }) => isWatch) });
  });
  return reading;
}

/** Takes one off until the function that it gives is called. */
export function takeWatch(taken: string): () => void {
  watchStore.setState(({ watches }) => ({ watches: watches?.filter(({ id }) => id !== taken) ?? null }));
  return () => void refreshWatches();
}

/** The watch that asks what an answer was asked, wherever and whenever that was. */
export function findWatch(
  watches: readonly Watch[] | null,
  { conversationId, messageId }: EvidencePlace,
  asked: string | null,
): Watch | undefined {
  return watches?.find(
    ({ question, runs }) =>
      question === asked ||
      runs.some((run) => run.conversationId === conversationId && run.messageId === messageId),
  );
}
