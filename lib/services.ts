import { randomUUID } from "node:crypto";
import { createAccounts } from "@/lib/accounts/accounts";
import { toAccountsOptions } from "@/lib/accounts-config";
import { createAdmin } from "@/lib/admin/admin";
import { toDefaultSettings } from "@/lib/admin/default-settings";
import { followThresholds } from "@/lib/admin/follow-thresholds";
import { followKeys, openReach } from "@/lib/admin/reach";
import { toClientSettings } from "@/lib/admin/settings-view";
import type { AccountsAuth } from "@/lib/auth/accounts-auth";
import { createLocalAuth, isLoopbackHost, localOwner } from "@/lib/auth/local-owner";
import { createInternalCalls } from "@/lib/auth/internal-calls";
import { createSealer, deriveSecret, openServerSecret } from "@/lib/auth/secrets";
import { createBreakers, type Breakers } from "@/lib/breakers/breakers";
import type { Person } from "@/lib/data/people";
import { createProviderKeys } from "@/lib/data/provider-keys";
import { createRecords } from "@/lib/data/records";
import { createDueWork } from "@/lib/due-work";
import { readEnv, type Env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { createSourceLedger } from "@/lib/evidence/ledger";
import { createEvidenceReader } from "@/lib/evidence/read-evidence";
import { createLog, type Log } from "@/lib/log";
import { createRelateFact } from "@/lib/memory/compare/relate-fact";
import { createExtractFacts } from "@/lib/memory/learn/extract-facts";
import { createMemory } from "@/lib/memory/memory";
import type { CompareMeaning } from "@/lib/memory/retrieve/nearness";
import { makeImage } from "@/lib/models/make-image";
import type { Models } from "@/lib/models/models";
import { logSdkWarnings } from "@/lib/models/sdk-warnings";
import { openChain, waitFor } from "@/lib/models/open-chain";
import { rankByMeaning } from "@/lib/models/rank-by-meaning";
import { createSmallModel } from "@/lib/models/small-model";
import { costMicroUsd } from "@/lib/models/prices";
import type { MemoriesReply } from "@/lib/protocol/memories";
import type { ModelTier } from "@/lib/protocol/settings";
import type { RunModels, RunTools } from "@/lib/runs/run-deps";
import { createRuns } from "@/lib/runs/runs";
import { openBlobs, openStore } from "@/lib/store/open";
import { toBlobConfig, toStoreConfig } from "@/lib/store-config";
import { createToolCatalog } from "@/lib/tools/catalog";
import { checkToolInput, describeTool } from "@/lib/tools/tool-traits";
import { createPictures, createWeb } from "@/lib/web";

const version = "0.1.0";
const newId = () => randomUUID();
/** Tools that ask for a permission are registered by whoever runs the server, for everybody. */
const permissionsOf = () => ({ has: () => true });
/** What goes on beside the replies, a title for one, may hold the closing of the server no longer than this. */
const longestSettleMs = 3_000;
const slot = Symbol.for("sextant.services");
type Process = typeof globalThis & { [slot]?: Promise<Services> };

export type Services = Awaited<ReturnType<typeof createServices>>;

/** The one set of services of this process. A production server holds this module several times, so it hangs on the process. */
export function getServices(): Promise<Services> {
  const process = globalThis as Process;
  process[slot] ??= createServices(readEnv());
  return process[slot];
}

/** What the services are made of that touches the world: where documents and files live, and the time. */
export type Outside = { openStore: typeof openStore; openBlobs: typeof openBlobs; now: () => number };
const realOutside: Outside = { openStore, openBlobs, now: () => Date.now() };

/** Opens and connects everything. Throws `configuration` or `store_invalid` with a sentence for whoever starts the server. */
export async function createServices(env: Env, outside: Outside = realOutside) {
  checkAudience(env);
  const log = createLog(env.LOG_LEVEL);
  logSdkWarnings(log);
  const base = await openBase(env, outside, log);
  const { store, records, reach, settings, memory } = base;
  const background = createBackground(log);
  const report = (event: string, fields: Record<string, unknown>) => log.info(event, fields);
  const accountsAuth = await openAccountsAuth(env, base, { inBackground: background.add, report });
  const auth = accountsAuth ?? createLocalAuth();
  if (accountsAuth === null) await records.people.ensure(localOwner);
  const tools = createTools(env, base);
  const internalCalls = createInternalCalls({
    secret: base.secret,
    siteUrl: env.AUTH_URL ?? null,
    cronSecret: env.CRON_SECRET ?? null,
    now: base.now,
  });
  const runs = createRuns({
    ...toRunDeps(env, base, tools),
    ...internalCalls,
    log,
    inBackground: background.add,
    isAllowed: auth.isStillAllowed,
  });
  const quotas = toQuotaViews(base);
  const dueWork = openDueWork(base, runs.forgetConversation);
  return {
    log,
    auth,
    accounts: createAccounts({
      ...records,
      auth: accountsAuth,
      quotas,
      endRuns: runs.endAllOf,
      letOthersNotice: () => letOthersNotice(env),
      adminEmails: env.ADMIN_EMAILS ?? [],
      report,
      now: base.now,
    }),
    runs,
    internalCalls,
    /** Processes that stay look for replies that nobody makes and waits that are over; functions are called for that. */
    mode: { looksForRuns: !env.isVercel },
    memory,
    readMemory: (userId: string) => readMemory(base, userId),
    /** Does what is due, and says how much that was. */
    doDueWork: dueWork.sweep,
    tools: { register: tools.register, find: tools.find, list: tools.list },
    conversations: records.conversations,
    temporaryChats: records.temporaryChats,
    evidence: createEvidenceReader(records),
    files: records.files,
    pictures: createPictures(env),
    settings,
    models: reach.models,
    ...createAdmin({ ...records, settings, providerKeys: base.providerKeys, reach }),
    quotas,
    /** Of this process. */
    listBreakers: base.breakers.list,
    readClientSettings: async ({ role }: Person) =>
      toClientSettings(await settings.get(), reach.models(), role),
    async checkHealth() {
      await store.check();
      const [model = "none"] = await base.chainOf("main");
      return { status: "ok", store: env.STORE, model, version };
    },
    /** Waits for work beside the answers, some seconds at most. */
    settleBackground: background.settle,
    /** Ends what runs, then lets go of the storage. */
    async close(): Promise<void> {
      dueWork.close();
      await runs.close();
      await background.settle();
      accountsAuth?.close();
      await store.close();
    },
  };
}

type Base = Awaited<ReturnType<typeof openBase>>;

/** What everything else stands on: records, the settings in force, how models are reached by the keys of the moment. */
async function openBase(env: Env, outside: Outside, log: Log) {
  const { now } = outside;
  const { store, records, providerKeys, secret } = await openRecords(env, outside, log);
  const keys = {
    env,
    listKeys: providerKeys.list,
    onFailure: (error: unknown) => log.error("keys_not_read", { error }),
  };
  const reach = await openReach(keys, (await records.settings.get()).keysVersion);
  const breakers = createBreakers(now);
  const settings = followThresholds(followKeys(records.settings, reach), breakers);
  const chainOf = async (tier: ModelTier) =>
    reach.models().chain(tier, { settings: (await settings.get()).settings.modelTiers[tier] });
  const compareMeaning: CompareMeaning = async (query, texts, signal) =>
    rankByMeaning(reach.models(), await chainOf("embedding"), { query, texts }, signal);
  const askSmallModel = createSmallModel({
    chain: () => chainOf("lite"),
    open: (refs, hooks) => openChain(reach.models(), refs, { ...hooks, breakers }),
    costOf: (ref, usage) => toRunModels(reach.models(), breakers).costOf(ref, usage),
  });
  const relateFact = createRelateFact({ compareMeaning, askSmallModel });
  const maySpend = async (userId: string) =>
    [...(await chainOf("lite")), ...(await chainOf("embedding"))].every((ref) =>
      isFree(reach.models(), ref),
    ) || records.quotas.maySpend(userId, (await settings.get()).settings);
  const memory = createMemory({
    records: records.memories,
    now,
    newId,
    compareMeaning,
    relateFact,
    maySpend,
    addCost: records.quotas.addCost,
  });
  return {
    maySpend,
    store,
    records,
    providerKeys,
    secret,
    reach,
    breakers,
    settings,
    memory,
    chainOf,
    compareMeaning,
    askSmallModel,
    log,
    now,
  };
}

function isFree(models: Models, ref: string): boolean {
  const { price } = models.describe(ref);
  return price !== null && price.inputPerMillion === 0 && price.outputPerMillion === 0;
}

type Beside = {
  inBackground: (event: string, work: Promise<unknown>) => void;
  report: (event: string, fields: Record<string, unknown>) => void;
};

/** `null` on a server without sign-in, which need not load what signs people in. */
async function openAccountsAuth(
  env: Env,
  { store, secret, now }: Base,
  beside: Beside,
): Promise<AccountsAuth | null> {
  const options = toAccountsOptions(env, secret);
  if (options === null) return null;
  const { createAccountsAuth } = await import("@/lib/auth/accounts-auth");
  return createAccountsAuth(options, { store, now, newId, ...beside });
}

function createTools(
  env: Env,
  { settings, reach, breakers, records, memory, chainOf, compareMeaning, askSmallModel, log, now }: Base,
) {
  return createToolCatalog({
    ...createWeb(env, { settings, reach, breakers, now }),
    memory,
    findImageGenerator: async () => {
      const chain = await chainOf("image");
      return chain.length === 0
        ? null
        : (input, { signal }) => makeImage(reach.models(), chain, input, signal);
    },
    saveImage: (image) => records.files.save({ ...image, fileId: newId(), createdAt: now() }),
    askSmallModel,
    compareMeaning,
    breakers,
    wait: waitFor,
    // What was asked for and answered stands in the run's record.
    onLog: (entry) => log[entry.status === "success" ? "debug" : "info"]("tool_called", entry),
  });
}

function toRunDeps(
  env: Env,
  { records, secret, askSmallModel, settings, memory, reach, breakers, now }: Base,
  tools: ReturnType<typeof createToolCatalog>,
) {
  const createLedger = (userId: string, conversationId: string) =>
    createSourceLedger({ records: records.evidence, userId, conversationId, now, newId });
  return {
    ...records,
    settings,
    memory,
    models: () => toRunModels(reach.models(), breakers),
    tools: toRunTools(tools),
    approvalSecret: deriveSecret(secret, "sextant tool approvals"),
    askSmallModel,
    permissionsOf,
    createLedger,
    ...toWorker(env),
    now,
    newId,
  };
}

function toRunTools(tools: ReturnType<typeof createToolCatalog>): RunTools {
  return {
    ...tools,
    describe: (name) => describeTool(tools, name),
    checkInput: (name, input) => checkToolInput(tools, name, input),
  };
}

/** A function of Vercel's ends after the time that its route asks for. */
const vercelSeconds = 800;

/** This process among those that make replies. */
function toWorker({ STORE, isVercel, FUNCTION_SECONDS, MAX_RUNS, MAX_RUNS_PER_PERSON }: Env) {
  const seconds = FUNCTION_SECONDS ?? (isVercel ? vercelSeconds : null);
  return {
    isAlone: STORE === "embedded",
    workerId: newId(),
    processLimitMs: seconds === null ? null : seconds * 1000,
    maxRuns: MAX_RUNS,
    maxRunsOfPerson: MAX_RUNS_PER_PERSON,
  };
}

/** Instances read who was shut out every 3 seconds, and a reply that they make ends within 2 more. */
async function letOthersNotice({ STORE }: Env): Promise<void> {
  if (STORE === "firestore") await waitFor(6_000, new AbortController().signal);
}

function openDueWork(base: Base, forget: (userId: string, conversationId: string) => Promise<unknown>) {
  const isMemoryEnabled = async () => (await base.settings.get()).settings.memoryEnabled;
  return createDueWork({ ...base, extract: createExtractFacts(base), isMemoryEnabled, forget });
}

/** What the person sees of their memory, with what is learned here. */
async function readMemory({ memory, settings, chainOf }: Base, userId: string): Promise<MemoriesReply> {
  const [remembered, { settings: inForce }, refs] = await Promise.all([
    memory.list(userId),
    settings.get(),
    chainOf("lite"),
  ]);
  const hasModel = refs.some((ref) => !ref.startsWith("offline:"));
  return {
    ...remembered,
    learning: !inForce.memoryEnabled || remembered.isOff ? "off" : hasModel ? "model" : "phrases",
  };
}

/** Quotas against the settings in force. */
function toQuotaViews({ records, settings }: Base) {
  return {
    read: async (userId: string) => records.quotas.read(userId, (await settings.get()).settings),
    list: async (userIds: readonly string[]) => records.quotas.list(userIds, (await settings.get()).settings),
    setOverrides: records.quotas.setOverrides,
  };
}

/** Work beside the replies: its failures are logged, and it can be waited for. */
function createBackground(log: Log) {
  const pending = new Set<Promise<unknown>>();
  return {
    add(event: string, work: Promise<unknown>): void {
      const guarded = work.catch((error: unknown) => log.warn(event, { error }));
      pending.add(guarded);
      void guarded.finally(() => pending.delete(guarded));
    },
    async settle(): Promise<void> {
      const timer = new AbortController();
      const limit = waitFor(longestSettleMs, timer.signal).catch(() => undefined);
      await Promise.race([Promise.all(pending), limit]);
      timer.abort();
    },
  };
}

async function openRecords(env: Env, { openStore, openBlobs, now }: Outside, log: Log) {
  const store = await openStore(toStoreConfig(env));
  const [blobs, secret] = await Promise.all([
    openBlobs(toBlobConfig(env)),
    openServerSecret({ authSecret: env.AUTH_SECRET, dataDir: env.DATA_DIR }),
  ]);
  const settings = {
    defaults: toDefaultSettings(env),
    onUnreadable: (problem: Record<string, unknown>) => log.error("settings_unreadable", problem),
  };
  const records = createRecords(store, blobs, { now, settings });
  return { store, records, secret, providerKeys: createProviderKeys(store, createSealer(secret)) };
}

/** Without sign-in the server is one person's and must not be reachable from elsewhere. */
function checkAudience(env: Env): void {
  if (env.AUTH_URL !== undefined || (isLoopbackHost(env.HOST) && !env.isHosted)) return;
  const where = env.isHosted ? "a hosting platform" : `HOST=${env.HOST}`;
  const how = "Set AUTH_URL to the address at which people reach it, which switches accounts on";
  throw new AppError(
    "configuration",
    `Without accounts ${where} would let anybody in. ${how}${env.isHosted ? "" : ", or use HOST=127.0.0.1"}.`,
  );
}

function toRunModels(models: Models, breakers: Breakers): RunModels {
  return {
    chain: (tier, options) => models.chain(tier, options),
    open: (refs, hooks) => openChain(models, refs, { ...hooks, breakers }),
    describe(ref) {
      const { maxOutputTokens, contextWindow, seesImages, price } = models.describe(ref);
      // Dollars a million tokens are micro-dollars a token.
      return {
        maxOutputTokens,
        contextWindow,
        seesImages,
        price:
          price === null
            ? null
            : { input: price.cacheWritePerMillion ?? price.inputPerMillion, output: price.outputPerMillion },
      };
    },
    costOf(ref, usage) {
      const { price } = models.describe(ref);
      return price === null ? null : costMicroUsd(usage, price);
    },
  };
}
