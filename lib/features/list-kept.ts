import type { BlobStore } from "@/lib/store/blobs";
import type { Store } from "@/lib/store/store";
import { deleteEach } from "@/lib/data/delete-each";
import { exportDocuments } from "./documents/records/document-files";
import { exportConversations } from "@/lib/features/conversations/records";
import { exportFiles } from "@/lib/data/files";
import { exportEach, type KeptRecords } from "@/lib/data/kept-records";
import { paths } from "@/lib/data/paths";
import type { Records } from "./records";

/**
 * What is exported with a person, in the order of the file, and what goes with a person or a conversation:
 * files first, what the subjects keep among them, then logs and jobs, then records, the person's own last.
 */
export function listKept(
  { store, blobs, records }: { store: Store; blobs: BlobStore; records: Records },
  ofSubjects: readonly KeptRecords[],
): KeptRecords[] {
  const { shares, evidence, files, runs, leases, documentFiles } = records;
  const exportOnly = (name: string) =>
    exportEach(store, name, (userId) => `${paths.person(userId)}/${name}`, { hasIds: false });
  const forgetOf = (collection: string): KeptRecords => ({
    forgetPerson: (userId) => deleteEach(store, collection, { field: "userId", op: "==", value: userId }),
  });
  return [
    exportConversations(store, blobs, evidence),
    exportOnly("memory"),
    exportEach(store, "run", paths.runs),
    exportOnly("usage"),
    exportFiles(store, files),
    exportEach(store, "folder", paths.folders),
    exportEach(store, "prompt", paths.prompts),
    exportEach(store, "workflow", paths.workflows),
    exportOnly("preferences"),
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
    forgetOf(paths.jobs),
    forgetOf(paths.ratings),
    forgetOf(paths.shares),
    { forgetPerson: (userId) => store.deleteTree(paths.person(userId)) },
  ];
}
