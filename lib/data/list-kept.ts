import type { BlobStore } from "@/lib/store/blobs";
import type { Store } from "@/lib/store/store";
import { exportDocuments } from "./document-files";
import { exportConversations } from "./export-conversations";
import { exportFiles } from "./files";
import { exportEach, exportOnly, type KeptRecords } from "./kept-records";
import { paths } from "./paths";
import { deleteRatingsOf } from "./ratings";
import type { Records } from "./records";
import { deleteSharesOf } from "./shares";

/**
 * What is exported with a person, in the order of the file, and what goes with a person or a conversation:
 * files first, what the subjects keep among them, then logs and jobs, then records, the person's own last.
 */
export function listKept(
  { store, blobs, records }: { store: Store; blobs: BlobStore; records: Records },
  ofSubjects: readonly KeptRecords[],
): KeptRecords[] {
  const { shares, evidence, files, runs, leases, jobs, documentFiles } = records;
  return [
    exportConversations(store, blobs, evidence),
    exportOnly(store, "memory", "memory"),
    exportEach(store, "run", paths.runs),
    exportOnly(store, "usage", "usage"),
    exportFiles(store, files),
    exportEach(store, "folder", paths.folders),
    exportEach(store, "prompt", paths.prompts),
    exportEach(store, "workflow", paths.workflows),
    exportOnly(store, "preferences", "preferences"),
    exportEach(store, "collection", paths.collections),
    exportDocuments(store, documentFiles),
    // The address leads nowhere any more before anything else goes.
    {
      forgetConversation: async (userId, conversationId, found) =>
        found?.share ? shares.end({ userId, conversationId }, userId) : undefined,
    },
    ...ofSubjects,
    { forgetPerson: (userId) => blobs.deleteTree(paths.person(userId)) },
    { forgetConversation: files.deleteOfConversation },
    { forgetConversation: runs.deleteOfConversation },
    {
      async forgetPerson(userId) {
        for (const runId of await leases.listOf(userId)) await leases.delete(runId);
      },
    },
    { forgetPerson: jobs.deleteOf },
    { forgetPerson: (userId) => deleteRatingsOf(store, userId) },
    { forgetPerson: (userId) => deleteSharesOf(store, userId) },
    { forgetPerson: (userId) => store.deleteTree(paths.person(userId)) },
  ];
}
