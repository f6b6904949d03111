import { findAudienceProblem } from "@/lib/features/accounts/accounts-config";
import { createAdmin } from "@/lib/features/settings/admin";
import { createOperations } from "@/lib/features/operations/operations";
import { toClientSettings } from "@/lib/features/settings/settings-view";
import type { Person } from "@/lib/data/people";
import { listKept } from "@/lib/features/list-kept";
import { createTurns } from "@/lib/engine/records/turns";
import { createPersonLimits, toRequestLimit } from "@/lib/features/accounts/person-limits";
import type { Env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { openFeatures, type Features } from "@/lib/features";
import { createLog, type Log } from "@/lib/log";
import { toolNames } from "@/lib/engine/tools/catalog";
import { findLocalServers } from "@/lib/models/local-servers";
import { logSdkWarnings } from "@/lib/models/sdk-warnings";
import { waitFor } from "@/lib/models/open-chain";
import type { ClientSettings } from "@/lib/protocol/client-settings";
import { createRuns } from "@/lib/engine/runs";
import { openCoreServices, realPlatform, type CoreServices, type Platform } from "./core-services";
import { createReplays } from "@/lib/features/traces/replays";
import { createTools, toRunHost } from "./run-ports";
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
  const limits = createPersonLimits(toRequestLimit(env), base.now);
  const opened = await openFeatures(
    { ...base, version, inBackground, countBackground, limits },
    { jobs: () => dueWork, runs: () => runs, tools: () => tools, kept: () => kept },
  );
  const { features, services, ports, readUsual } = opened;
  const kept = listKept(
    base,
    features.flatMap((feature) => feature.records ?? []),
  );
  const turnHooks = features.flatMap(({ onTurn }) => onTurn ?? []);
  const tools = createTools(base, opened);
  const made = toRunHost(base, ports, tools);
  const turns = createTurns(base.store, base.blobs, turnHooks);
  const records = { ...made.records, turns, kept };
  const { host, ...runs } = createRuns({ ...made, records, features, inBackground });
  const mode = toMode(env);
  const dueWork = createDueWork(features, base);
  const { doDueWork } = dueWork;
  const prepareHandbook = () => services.library.prepareHandbook(dueWork.closing);
  for (const { start } of features) await start?.();
  return {
    ...services,
    log,
    runs: { ...runs, ...createReplays({ ...host, closing: dueWork.closing }) },
    ...{ mode, prepareHandbook },
    operations: createOperations({ ...base.records, breakers: base.breakers, stop: runs.stop }),
    ...createSweep({ runs, doDueWork: () => prepareHandbook().then(doDueWork), mode, log, now: base.now }),
    ...toRecordServices(base, { listCards: services.agents.listCards, readUsual }),
    ...{ doDueWork, tools, limits },
    /** Waits for work beside the answers, some seconds at most. */
    settleBackground: settle,
    /** Ends what runs, then lets go of the storage. */
    close: () => closeInTurn([dueWork, runs, { close: settle }, ...features, base.index, base.store]),
  };
}

async function closeInTurn(parts: readonly { close?: () => unknown }[]): Promise<void> {
  for (const part of parts) await part.close?.();
}

/**
 * Processes that stay look for replies that nobody makes and waits that are over; functions are called for
 * that. Their platform takes no larger request.
 */
function toMode({ isVercel }: Env) {
  return { looksForRuns: !isVercel, maxRequestBytes: isVercel ? 4_500_000 : 32_000_000 };
}

type ClientSettingsDeps = {
  listCards: (person: Person) => Promise<ClientSettings["agents"]>;
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
    async readClientSettings(person: Person): Promise<ClientSettings> {
      const [inForce, cards] = await Promise.all([settings.get(), listCards(person)]);
      const surroundings = { models: providers.models(), engines: providers.engines() };
      return {
        ...toClientSettings(inForce, surroundings, person.role),
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
