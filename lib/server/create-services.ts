import { createAccounts } from "@/lib/accounts/accounts";
import { findAudienceProblem, toAccountsOptions } from "./accounts-config";
import { createAdmin } from "@/lib/admin/admin";
import { createOperations } from "@/lib/admin/operations";
import { toClientSettings } from "@/lib/admin/settings-view";
import type { AccountsDeps } from "@/lib/auth/accounts-options";
import type { AccountsAuth } from "@/lib/auth/accounts-auth";
import { createHostCheck } from "@/lib/auth/host-check";
import { createLocalAuth, localOwner } from "@/lib/auth/local-owner";
import { createInternalCalls } from "@/lib/auth/internal-calls";
import type { Person } from "@/lib/data/people";
import type { PersonData } from "@/lib/data/person-data";
import { createPersonLimits, toRequestLimit } from "./person-limits";
import type { Doors } from "@/lib/engine/feature";
import type { Env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { openFeatures, type Features } from "@/lib/features";
import { createLog, type Log } from "@/lib/log";
import { toolNames } from "@/lib/tools/catalog";
import { findLocalServers } from "@/lib/models/local-servers";
import { logSdkWarnings } from "@/lib/models/sdk-warnings";
import { waitFor } from "@/lib/models/open-chain";
import type { ClientSettings } from "@/lib/protocol/client-settings";
import { createRuns, type Runs } from "@/lib/engine/runs";
import { newId, openCoreServices, realPlatform, type CoreServices, type Platform } from "./core-services";
import type { ToolsDoor } from "@/lib/features/tool-servers/feature";
import { createTools, toRunDeps } from "./run-ports";
import { createDueWork, createSweep } from "./sweep";

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
  const { mailAlert = null, mailWaiting = null } = accountsAuth ?? {};
  const { features, services, ports, readUsual } = await openFeatures(
    { ...base, version, mailAlert, mailWaiting, inBackground, countBackground, limits },
    toDoors(() => ({ jobs: dueWork, runs, tools })),
  );
  const tools = createTools(base, ports);
  const runs: Runs = createRuns({
    ...{ ...toRunDeps(base, ports, tools), ...internalCalls },
    ...{ features, log, inBackground, isAllowed: auth.isStillAllowed },
  });
  const quotas = toQuotaViews(base);
  const mode = toMode(env);
  const dueWork = createDueWork(features, base);
  const { doDueWork } = dueWork;
  const prepareHandbook = () => services.library.prepareHandbook(dueWork.closing);
  for (const { start } of features) await start?.();
  return {
    ...services,
    log,
    auth,
    accounts: createAccounts({
      ...toAccountsDeps(env, base, services),
      ...{ auth: accountsAuth, quotas, endRuns: runs.endAllOf, report },
    }),
    ...{ runs, internalCalls, mode, prepareHandbook },
    operations: createOperations({ ...base.records, breakers: base.breakers, stop: runs.stop }),
    ...createSweep({ runs, doDueWork: () => prepareHandbook().then(doDueWork), mode, log, now: base.now }),
    ...toRecordServices(base, { listCards: services.agents.listCards, readUsual }),
    ...{ doDueWork, tools, limits, quotas },
    /** Waits for work beside the answers, some seconds at most. */
    settleBackground: settle,
    /** Ends what runs, then lets go of the storage. */
    close: () => closeInTurn([dueWork, runs, { close: settle }, ...features, accountsAuth, base.store]),
  };
}

async function closeInTurn(parts: readonly ({ close?: () => unknown } | null)[]): Promise<void> {
  for (const part of parts) await part?.close?.();
}

type Late = Doors & ToolsDoor;

/** The ends of circles: `late` is first asked when all is open. */
function toDoors(late: () => Late): Late {
  return {
    jobs: { run: (place) => late().jobs.run(place) },
    runs: {
      start: (...asked) => late().runs.start(...asked),
      startTrial: (trial) => late().runs.startTrial(trial),
      stop: (...place) => late().runs.stop(...place),
      forgetConversation: (...place) => late().runs.forgetConversation(...place),
      count: () => late().runs.count(),
    },
    tools: {
      offerServerTools: (...offered) => late().tools.offerServerTools(...offered),
      listServerTools: () => late().tools.listServerTools(),
      describe: (name) => late().tools.describe(name),
    },
  };
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

type ClientSettingsDeps = {
  listCards: () => Promise<ClientSettings["agents"]>;
  readUsual: Features["readUsual"];
};

/** What pages and routes read and change without a run. */
function toRecordServices(base: CoreServices, { listCards, readUsual }: ClientSettingsDeps) {
  const { env, records, settings, providers, providerKeys, breakers, store } = base;
  return {
    conversations: records.conversations,
    folders: records.folders,
    preferences: records.preferences,
    prompts: records.prompts,
    temporaryChats: records.temporaryChats,
    files: records.files,
    siteIcons: records.siteIcons,
    readUsage: records.readUsage,
    settings,
    models: providers.models,
    /** None with accounts: then this machine is not the asker's. */
    findLocalServers: env.AUTH_URL === undefined ? findLocalServers : async () => [],
    ...createAdmin({ ...records, settings, providerKeys, providers, toolNames }),
    /** The circuit breakers of this process. */
    listBreakers: breakers.list,
    async readClientSettings({ role }: Person): Promise<ClientSettings> {
      const [inForce, cards] = await Promise.all([settings.get(), listCards()]);
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

function toAccountsDeps(env: Env, base: CoreServices, { library }: Features["services"]) {
  return {
    ...base.records,
    personData: toPersonData(base, library),
    waitForRevocation: () => waitForRevocation(env),
    adminEmails: env.ADMIN_EMAILS ?? [],
    now: base.now,
  };
}

/** All of a person, with what is found of them. */
function toPersonData(
  { records: { personData } }: CoreServices,
  library: Features["services"]["library"],
): PersonData {
  return {
    ...personData,
    async deleteAll(userId) {
      await library.forgetPerson(userId);
      await personData.deleteAll(userId);
    },
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
