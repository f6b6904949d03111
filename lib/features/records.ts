import type { RunsQuery } from "@/lib/protocol/runs";
import { createNightly } from "./laboratory/records/nightly";
import { createSharedRuns } from "./traces/records/shared-runs";
import type { BlobStore } from "@/lib/store/blobs";
import type { Store } from "@/lib/store/store";
import { createAlertRecords } from "./alerts/records";
import { createAgents } from "./agents/records";
import { createAudit } from "@/lib/data/audit";
import { createCollections } from "./documents/records/collections";
import { createConsentLedgers } from "@/lib/engine/records/consent-ledgers";
import { createConversations } from "@/lib/data/conversations";
import { createDocumentFiles, createFindSource } from "./documents/records/document-files";
import { createDocuments } from "./documents/records/documents";
import { createEvidenceRecords } from "./evidence/records/evidence";
import { createExperiments } from "./laboratory/records/experiments";
import { createFiles } from "@/lib/data/files";
import { createFolders } from "./folders/records";
import { createInvitations } from "./accounts/records";
import { createJobRecords } from "@/lib/data/jobs";
import { createLeases } from "@/lib/engine/records/leases";
import { listRuns } from "./traces/records/list-runs";
import { createMemoryRecords, type MemoryRecordsOptions } from "./memory/records/memories";
import { createMessages } from "@/lib/data/messages";
import { readOwnUsage } from "./statistics/records/own-usage";
import { paths } from "@/lib/data/paths";
import { createPeople } from "@/lib/data/people";
import { createPreferences } from "./preferences/records";
import { createPrompts } from "./prompts/records";
import { createWorkflows } from "./workflows/records";
import { createQuotas } from "./quotas/records/quotas";
import { createRatings } from "./ratings/records";
import { createRunLogs } from "@/lib/engine/records/run-logs";
import { createRecallProgress } from "./recall/records";
import { createRunRecords } from "@/lib/engine/records/runs";
import { createSavedQuestions } from "./laboratory/records/saved-questions";
import { createSearchIndex } from "./conversation-search/records/search-index";
import { createSettings } from "@/lib/data/settings";
import { createSettingsDrafts } from "./settings/records";
import { createShares } from "./sharing/records";
import { createSiteRecords } from "./site/records";
import { createSiteIconRecords } from "./evidence/records/site-icons";
import { createStatistics } from "./statistics/records/statistics";
import { createSummaries } from "@/lib/engine/records/summaries";
import { createTemporaryChats } from "./temporary-chats/records";
import { createTraceFiles } from "./traces/records/trace-files";
import { createUploads } from "./documents/records/uploads";

export type RecordsOptions = {
  now: () => number;
  settings: Parameters<typeof createSettings>[2];
  memories?: MemoryRecordsOptions;
  /** Addresses of shared pages are derived from it. */
  shareSecret: string;
};

/** Everything that is kept, a file for each kind. */
export function createAllRecords(store: Store, blobs: BlobStore, options: RecordsOptions) {
  const { now, settings, memories, shareSecret: secret } = options;
  const audit = createAudit(store, now);
  const statistics = createStatistics(store, { now, random: Math.random });
  return {
    conversations: createConversations(store, now),
    consentLedgers: createConsentLedgers(store),
    folders: createFolders(store, now),
    preferences: createPreferences(store),
    prompts: createPrompts(store, now),
    workflows: createWorkflows(store, now),
    shares: createShares(store, blobs, { secret, audit }),
    messages: createMessages(store, blobs),
    searchIndex: createSearchIndex(store),
    runs: createRunRecords(store),
    recallProgress: createRecallProgress(store),
    ratings: createRatings(store, blobs, { statistics, now }),
    leases: createLeases(store, now),
    runLogs: createRunLogs(store),
    files: createFiles(store, blobs, createFindSource(store, blobs)),
    documents: createDocuments(store, now),
    documentFiles: createDocumentFiles(blobs),
    collections: createCollections(store, now),
    uploads: createUploads(store, now),
    quotas: createQuotas(store, now),
    settings: createSettings(store, now, settings),
    settingsDrafts: createSettingsDrafts(store, now),
    agents: createAgents(store, now),
    savedQuestions: createSavedQuestions(store, now),
    experiments: createExperiments(store, now),
    nightly: createNightly(store, now),
    statistics,
    alerts: createAlertRecords(store, now),
    people: createPeople(store, now),
    audit,
    invitations: createInvitations(store, now),
    memories: createMemoryRecords(store, memories),
    jobs: createJobRecords(store),
    evidence: createEvidenceRecords(store, blobs),
    site: createSiteRecords(store, now),
    siteIcons: createSiteIconRecords(store, blobs),
    summaries: createSummaries(store),
    temporaryChats: createTemporaryChats(store, now),
    traces: createTraceFiles(blobs),
    sharedRuns: createSharedRuns(store, now),
    runLists: (userId: string, query: RunsQuery) => listRuns(store, userId, query),
    readUsage: (userId: string) => readOwnUsage(store, userId, now()),
    handbookMark: createHandbookMark(store),
  };
}
export type Records = ReturnType<typeof createAllRecords>;

/** Which handbook the index holds, by its hash, and how many passages of which form that are. */
function createHandbookMark(store: Store) {
  return {
    async find(): Promise<{ hash: string; chunks: number; form: number } | null> {
      const found = await store.find(paths.handbook);
      if (found === null) return null;
      const { hash, chunks, form = 1 } = found.data;
      return { hash: String(hash), chunks: Number(chunks), form: Number(form) };
    },
    set: (mark: { hash: string; chunks: number; form: number }) => store.set(paths.handbook, mark),
  };
}
export type HandbookMark = ReturnType<typeof createHandbookMark>;
