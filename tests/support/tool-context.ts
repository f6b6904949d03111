import { createEvidenceRecords } from "@/lib/features/evidence/records/evidence";
import { replyDocuments, type ReplyDocuments } from "@/lib/features/documents/reply-documents";
import { earlierMessages } from "@/lib/engine/context/find-earlier";
import type { EarlierMessage } from "@/lib/protocol/tool-results";
import { noDocuments } from "@/tests/support/array-library";
import { createSourceLedger } from "@/lib/features/evidence/records/ledger";
import type { ProgressData } from "@/lib/protocol/chat-message";
import type { ToolContext } from "@/lib/engine/tools/tool";
import { createCountingIds, openTestBlobs, openTestStore } from "./open-test-store";

/** Friday, 20 November 2026, 14:05 in Shanghai. */
export const testNow = Date.UTC(2026, 10, 20, 6, 5);

/** What subjects keep of the run. */
type OfRun = { documents?: ReplyDocuments; findEarlier?: (focus: string) => Promise<EarlierMessage[]> };

/** A call's context over a real store, with what it reported. */
export async function openToolContext({
  documents = noDocuments,
  findEarlier,
  ...changes
}: Partial<ToolContext> & OfRun = {}): Promise<ToolContext & { reported: ProgressData[] }> {
  const reported: ProgressData[] = [];
  const where = { userId: "u1", conversationId: "c1" };
  const now = () => testNow;
  const records = createEvidenceRecords(await openTestStore(), await openTestBlobs());
  const run = {};
  replyDocuments.put(run, documents);
  if (findEarlier !== undefined) earlierMessages.put(run, findEarlier);
  return {
    ...where,
    run,
    messageId: "m1",
    runId: "run1",
    callId: "call1",
    timezone: "Asia/Shanghai",
    language: "en",
    now,
    signal: new AbortController().signal,
    ledger: createSourceLedger({ records, ...where, now, newId: createCountingIds() }),
    report: (progress) => reported.push(progress),
    ...changes,
    reported,
  };
}
