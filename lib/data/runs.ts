import type { RunRecord } from "@/lib/protocol/run-record";
import type { DocumentData, Store } from "@/lib/store/store";
import { cutStrings, toFittingBody } from "./fit-body";
import { toData } from "./json";
import { paths } from "./paths";

export function createRunRecords(store: Store) {
  return {
    /** A run's document is written once, at its end; before that its lease holds what it began with. */
    async find(userId: string, runId: string): Promise<RunRecord | null> {
      const found = await store.find(paths.run(userId, runId));
      return found === null ? null : toRun(found.data);
    },

    /** Deletes a page of the runs of a conversation at a time, until none is left. */
    async deleteOfConversation(userId: string, conversationId: string): Promise<void> {
      for (;;) {
        const page = await store.list({
          collection: paths.runs(userId),
          where: [{ field: "conversationId", op: "==", value: conversationId }],
          limit: 200,
        });
        if (page.documents.length === 0) return;
        await store.batch(page.documents.map(({ path }) => ({ kind: "delete", path })));
      }
    },
  };
}
export type RunRecords = ReturnType<typeof createRunRecords>;

/** The document of a run: what is asked for by field beside the whole record as one string; too long inputs of calls are cut. */
export function toRunData(record: RunRecord): DocumentData {
  return toData({
    conversationId: record.conversationId,
    status: record.status,
    startedAt: record.startedAt,
    body: toRunBody(record),
  });
}

function toRunBody(record: RunRecord): string {
  return toFittingBody(record, reductions);
}

const reductions: readonly ((record: RunRecord) => RunRecord)[] = [
  ...[5_000, 500].map((kept) => (record: RunRecord) => ({
    ...record,
    steps: cutStrings(record.steps, kept),
  })),
  (record) => ({
    ...record,
    steps: record.steps.map((step) => ({
      ...step,
      toolCalls: step.toolCalls.map((call) => ({ ...call, input: null, summary: "" })),
    })),
  }),
  (record) => ({ ...record, steps: record.steps.slice(-50).map((step) => ({ ...step, toolCalls: [] })) }),
];

export function toRun(data: DocumentData): RunRecord {
  return JSON.parse(String(data["body"])) as RunRecord;
}
