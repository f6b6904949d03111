import { createAccounts } from "@/lib/accounts/accounts";
import { findAudienceProblem, toAccountsOptions } from "./accounts-config";
import { createAgentAdmin } from "@/lib/admin/agents";
import { createAdmin } from "@/lib/admin/admin";
import { createOperations } from "@/lib/admin/operations";
import { toClientSettings } from "@/lib/admin/settings-view";
import type { AccountsDeps } from "@/lib/auth/accounts-options";
import type { AccountsAuth } from "@/lib/auth/accounts-auth";
import { createHostCheck } from "@/lib/auth/host-check";
import { createLocalAuth, localOwner } from "@/lib/auth/local-owner";
import { createInternalCalls } from "@/lib/auth/internal-calls";
import type { JobPlace } from "@/lib/data/jobs";
import type { Person } from "@/lib/data/people";
import { createPersonData, type KeptRecords } from "@/lib/data/kept-records";
import { listKept } from "@/lib/data/list-kept";
import { keptSaid } from "@/lib/documents/index-said";
import { openReminders } from "./remind";
import { createPersonLimits, toRequestLimit } from "./person-limits";
import type { Env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { createEvidenceReader } from "@/lib/evidence/read-evidence";
import { createLog, type Log } from "@/lib/log";
import { settableTools, toolNames, type ToolCatalog } from "@/lib/tools/catalog";
import { findLocalServers } from "@/lib/models/local-servers";
import { logSdkWarnings } from "@/lib/models/sdk-warnings";
import { waitFor } from "@/lib/models/open-chain";
import type { ClientSettings } from "@/lib/protocol/client-settings";
import type { MemoriesReply } from "@/lib/protocol/memories";
import { createRuns, type Runs } from "@/lib/engine/runs";
import { createSharing } from "@/lib/sharing/sharing";
import { createTraces } from "@/lib/traces/traces";
import type { RatingEvent } from "@/lib/telemetry/instruments";
import { createReachCheck } from "./reach-search";
import { createUsualReplies } from "./usual-replies";
import { createPictures } from "./web";
import { newId, openCoreServices, realPlatform, type CoreServices, type Platform } from "./core-services";
import { openLaboratory } from "./laboratory";
import { openLibrary } from "./library";
import { createTools, toRunDeps } from "./run-ports";
import { openAlerts } from "./alerts";
import { createSweep } from "./sweep";
import { textThreads } from "./text-threads";
import { openSiteTelemetry } from "./telemetry";
import { hasSmallModel, openWorkAtTimes } from "./work-at-times";
import { openToolServers } from "./tool-servers";
import { openWorkflows } from "./workflows";

const version = "0.1.0";

/** Throws `configuration` or `store_invalid` with a sentence for whoever starts the server. */
export async function createServices(env: Env, platform: Platform = realPlatform) {
  const audienceProblem = findAudienceProblem(env);
  if (audienceProblem !== null) throw new AppError("configuration", audienceProblem);
  const log = createLog(env.LOG_LEVEL);
  logSdkWarnings(log);
  const base = await openCoreServices(env, platform, log);
  const { add: inBackground, settle, count: countBackground } = createBackground(log);
  const report = (event: string, fields: Record<string, unknown>) => log.info(event, fields);
  const { AUTH_URL: url = null, HOST: host, PORT: port } = env;
  const checkHost = createHostCheck({ url, host, port }, log.warn);
  const accountsAuth = await openAccountsAuth(env, base, { inBackground, report, checkHost });
  const auth = accountsAuth ?? createLocalAuth(checkHost);
  if (accountsAuth === null) await base.records.people.ensure(localOwner);
  const limits = createPersonLimits(toRequestLimit(env), base.now);
  const internalCalls = openInternalCalls(env, base);
  const runJob = (place: JobPlace) => dueWork.run(place);
  const library = openLibrary(env, base, { runJob, inBackground });
  const kept = listKept(base, { documents: library, said: keptSaid(base.index) });
  const documents = { search: library.searchDocuments, library: library.reader };
  const tools = createTools(env, limits, { ...base, documents });
  const toolServers = await openToolServers(env, base, tools);
  const reminders = openReminders(env, base, accountsAuth);
  const alerts = openAlerts(env, base, accountsAuth);
  const countReplies = () => runs.count();
  const telemetry = await openSiteTelemetry(env, base, { version, countReplies, countBackground });
  const runs: Runs = createRuns({
    ...toRunDeps(env, { ...base, documents, inBackground }, tools),
    ...{ sentFiles: library, kept },
    ...internalCalls,
    ...{ log, inBackground, isAllowed: auth.isStillAllowed, tellRun: telemetry.tellRun },
    noteWaiting: reminders.note,
  });
  const quotas = toQuotaViews(base);
  const workflows = openWorkflows(base, { runs, inBackground });
  const laboratory = openLaboratory(base, { alerts, runs, inBackground, runJob });
  const mode = toMode(env);
  const work = { library, workflows, laboratory, ...reminders.jobs, alerts, forget: runs.forgetConversation };
  const dueWork = openWorkAtTimes(base, work);
  return {
    log,
    auth,
    accounts: createAccounts({
      ...toAccountsDeps(env, base, kept),
      ...{ auth: accountsAuth, quotas, endRuns: runs.endAllOf, report },
    }),
    ...{ runs, workflows, laboratory, internalCalls, mode, library },
    prepareHandbook: dueWork.prepareHandbook,
    operations: createOperations({ ...base.records, breakers: base.breakers, stop: runs.stop }),
    ...createSweep({ runs, doDueWork: dueWork.doAll, mode, log, now: base.now }),
    ...toRecordServices(env, base, { inBackground, tools, countRating: telemetry.countRating }),
    /** Does what is due, and says how much that was. */
    doDueWork: dueWork.doDueWork,
    ...{ tools, toolServers, limits, quotas, alerts, readMetrics: telemetry.readMetrics },
    /** Waits for work beside the answers, some seconds at most. */
    settleBackground: settle,
    /** Ends what runs, then lets go of the storage. */
    close: () =>
      closeInTurn([dueWork, runs, toolServers, { close: settle }, telemetry, accountsAuth, base.store]),
  };
}

async function closeInTurn(parts: readonly ({ close(): unknown } | null)[]): Promise<void> {
  for (const part of parts) await part?.close();
}

/**
 * Processes that stay look for replies that nobody makes and waits that are over; functions are called for
 * that. Their platform takes no larger request.
 */
function toMode({ isVercel }: Env) {
  return { looksForRuns: !isVercel, maxRequestBytes: isVercel ? 4_500_000 : 32_000_000 };
}

type BackgroundDeps = {
  inBackground: (event: string, work: Promise<unknown>) => void;
  report: (event: string, fields: Record<string, unknown>) => void;
};

type RecordDeps = Pick<BackgroundDeps, "inBackground"> & {
  tools: Pick<ToolCatalog, "listServerTools">;
  countRating: (value: RatingEvent) => void;
};

/** What pages and routes read and change without a run. */
function toRecordServices(env: Env, base: CoreServices, { inBackground, tools, countRating }: RecordDeps) {
  const { records, settings, providers, providerKeys, breakers, store } = base;
  const agents = createAgentAdmin({
    ...{ ...records, settings },
    listTools: () => [...settableTools, ...tools.listServerTools().map(({ name }) => name)],
  });
  const readUsual = createUsualReplies({ ...records, inBackground, now: base.now });
  return {
    memory: base.memory,
    readMemory: (userId: string) => readMemory(base, userId),
    conversations: records.conversations,
    sharing: createSharing({
      ...{ ...records, ...textThreads, settings, now: base.now },
      hasAccounts: env.AUTH_URL !== undefined,
    }),
    folders: records.folders,
    preferences: records.preferences,
    prompts: records.prompts,
    temporaryChats: records.temporaryChats,
    ratings: {
      ...records.ratings,
      async rate(...[place, rating]: Parameters<typeof records.ratings.rate>): Promise<void> {
        if (await records.ratings.rate(place, rating)) countRating(rating?.value ?? "taken_back");
      },
    },
    traces: createTraces({ ...records, ...textThreads, files: records.traces, listRuns: records.runLists }),
    evidence: createEvidenceReader({ ...records, ...textThreads }),
    files: records.files,
    siteIcons: records.siteIcons,
    readUsage: records.readUsage,
    pictures: createPictures(env),
    settings,
    agents,
    models: providers.models,
    /** None with accounts: then this machine is not the asker's. */
    findLocalServers: env.AUTH_URL === undefined ? findLocalServers : async () => [],
    ...createAdmin({ ...records, settings, providerKeys, providers, toolNames }),
    reachesSearch: createReachCheck(base),
    /** The circuit breakers of this process. */
    listBreakers: breakers.list,
    async readClientSettings({ role }: Person): Promise<ClientSettings> {
      const [inForce, cards] = await Promise.all([settings.get(), agents.listCards()]);
      const surroundings = { models: providers.models(), engines: providers.engines() };
      return {
        ...toClientSettings(inForce, surroundings, role),
        agents: cards,
        usual: readUsual(inForce.settings),
      };
    },
    /** What serves here. Throws when the store does not answer. */
    async checkHealth() {
      await store.check();
      const [model = "none"] = await base.chainOf("main");
      return { store: env.STORE, model, version };
    },
  };
}

function openInternalCalls({ AUTH_URL, CRON_SECRET }: Env, { secret, now }: CoreServices) {
  return createInternalCalls({ secret, siteUrl: AUTH_URL ?? null, cronSecret: CRON_SECRET ?? null, now });
}

/** `null` on a server without sign-in, which need not load what signs people in. */
async function openAccountsAuth(
  env: Env,
  { store, secret, now }: CoreServices,
  deps: BackgroundDeps & Pick<AccountsDeps, "checkHost">,
): Promise<AccountsAuth | null> {
  const options = toAccountsOptions(env, secret);
  if (options === null) return null;
  const { createAccountsAuth } = await import("@/lib/auth/accounts-auth");
  return createAccountsAuth(options, { store, now, newId, ...deps });
}

/** Instances read who was shut out every 3 seconds, and a reply that they make ends within 2 more. */
async function waitForRevocation({ STORE }: Env): Promise<void> {
  if (STORE === "firestore") await waitFor(6_000, new AbortController().signal);
}

function toAccountsDeps(env: Env, base: CoreServices, kept: readonly KeptRecords[]) {
  return {
    ...base.records,
    personData: createPersonData(kept),
    waitForRevocation: () => waitForRevocation(env),
    adminEmails: env.ADMIN_EMAILS ?? [],
    now: base.now,
  };
}

/** What the person sees of their memory, with what is learned here. */
async function readMemory(base: CoreServices, userId: string): Promise<MemoriesReply> {
  const [remembered, { settings: inForce }, hasModel] = await Promise.all([
    base.memory.list(userId),
    base.settings.get(),
    hasSmallModel(base),
  ]);
  return {
    ...remembered,
    learning: !inForce.memoryEnabled || remembered.isOff ? "off" : hasModel ? "model" : "phrases",
  };
}

/** Quotas against the settings in force. */
function toQuotaViews({ records, settings }: CoreServices) {
  return {
    read: async (userId: string) => records.quotas.read(userId, (await settings.get()).settings),
    list: async (userIds: readonly string[]) => records.quotas.list(userIds, (await settings.get()).settings),
    setOverrides: records.quotas.setOverrides,
  };
}

/** What goes on beside replies, such as a title, may hold the closing of the server no longer than this. */
const longestSettleMs = 3_000;

/** Work beside the replies: its failures are logged, and it can be waited for. */
function createBackground(log: Log) {
  const pending = new Set<Promise<unknown>>();
  return {
    add(event: string, work: Promise<unknown>): void {
      const guarded = work.catch((error: unknown) => log.warn(event, { error }));
      pending.add(guarded);
      void guarded.finally(() => pending.delete(guarded));
    },
    count: () => pending.size,
    async settle(): Promise<void> {
      const timer = new AbortController();
      const limit = waitFor(longestSettleMs, timer.signal).catch(() => undefined);
      await Promise.race([Promise.all(pending), limit]);
      timer.abort();
    },
  };
}
