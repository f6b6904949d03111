import { noBlobs } from "./open-test-store";
import { createMemoryRecords } from "@/lib/features/memory/records/memories";
import type { Lease } from "@/lib/engine/records/leases";
import { createLeases } from "@/lib/engine/records/leases";
import { createRunLogs, type LogBatch } from "@/lib/engine/records/run-logs";
import { createTurns } from "@/lib/engine/records/turns";
import { turnHooks } from "@/tests/support/turn-hooks";
import { createMemory } from "@/lib/features/memory/memory";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { memorySaveInputSchema } from "@/lib/features/memory/tools/memory-save/schema";
import type { StoredBrief } from "@/lib/engine/stored-brief";
import { isMark, toBody, toEntries, type RunEntry } from "@/lib/engine/log/entries";
import { openStore } from "@/lib/store/open";
import type { Store } from "@/lib/store/store";
import { createMemorySave } from "@/lib/features/memory/tools/memory-save/memory-save";
import { openTestServices, toQuestion } from "./test-services";
import { openToolContext } from "./tool-context";
import { startProviderServer } from "./wire/provider-server";
import { toRunAnswer, toRunQuestion, type Wording } from "./wire/two-step-run";

/** A whole run as it was made without a disturbance: its log, event by event, and what it came to. */
export type KeptRun = {
  name: string;
  runId: string;
  brief: StoredBrief;
  entries: RunEntry[];
  reply: ChatMessage;
};

/**
 * Makes the run for once and keeps its log, up to the stored reply. The end is saved only when the log has
 * all before it.
 */
export async function keepRun(wording: Wording): Promise<KeptRun> {
  const name = `kept-${wording}`;
  const provider = await startProviderServer(({ turn }) => toRunAnswer(turn, { name, wording }));
  const kept: { lease: Lease | null; entries: RunEntry[] } = { lease: null, entries: [] };
  const isWhole = Promise.withResolvers<void>();
  let hasBegun = false;
  const keepLog = (store: Store): Store => ({
    ...store,
    async create(path, data) {
      await store.create(path, data);
      const runId = /^running\/([^/]+)\/log\//.exec(path)?.[1];
      if (runId === undefined) return;
      kept.lease ??= (await createLeases(store).find(runId))?.lease ?? null;
      kept.entries.push(...toEntries({ body: String(data["body"]) }));
      if (countSteps(kept.entries) === 2) isWhole.resolve();
    },
    async transaction(work) {
      const isEnd = hasBegun && provider.requests.length === 2;
      hasBegun = true;
      if (isEnd) await isWhole.promise;
      return store.transaction(work);
    },
  });
  const env = { LOCAL_BASE_URL: `${provider.url}/v1`, MODEL_MAIN: "local:test", MODEL_LITE: "offline:guide" };
  const services = await openTestServices(env, undefined, {
    openStore: async (config) => keepLog(await openStore(config)),
  });
  const reply = await (await services.runs.start("owner", toQuestion(toRunQuestion(name)))).reply;
  await services.dispose();
  await provider.close();
  const brief = JSON.parse(kept.lease?.plan ?? "null") as StoredBrief;
  return { name, runId: brief.record.id, brief, entries: kept.entries.flatMap(splitDelta), reply };
}

const countSteps = (entries: readonly RunEntry[]): number =>
  entries.filter((entry) => !isMark(entry) && entry.type === "finish-step").length;

/** The log joins deltas within a batch; a batch may end behind any of them. */
function splitDelta(entry: RunEntry): RunEntry[] {
  if (isMark(entry) || (entry.type !== "text-delta" && entry.type !== "reasoning-delta")) return [entry];
  return (entry.delta.match(/\S+\s*/g) ?? []).map((delta) => ({ ...entry, delta }));
}

/** What a dead process left: the run of this name with this much of its log. */
export type Crash = {
  name: string;
  batches: { epoch: number; after?: LogBatch["after"]; entries: RunEntry[] }[];
  /** Calls that change something and had been made. */
  madeCalls: RunEntry[];
};

/** Puts what dead processes left into a store, as people of their own: their names are those of the runs. */
export async function leaveCrashes(dataDir: string, run: KeptRun, crashes: readonly Crash[]): Promise<void> {
  const store = await openStore({ driver: "embedded", dataDir });
  const save = createMemorySave(
    createMemory({
      records: createMemoryRecords(store),
      now: () => Date.now(),
      newId: () => crypto.randomUUID(),
    }),
  );
  const context = await openToolContext();
  for (const crash of crashes) {
    const runId = toRunId(crash.name);
    const place = { userId: crash.name, conversationId: "c1", messageId: "m1", runId };
    await beginAgain(store, run, crash.name);
    await leaveLog(store, run, crash);
    for (const call of crash.madeCalls) {
      if (!isMark(call) || call.mark !== "intent") continue;
      const input = memorySaveInputSchema.parse(toNamed(run, crash.name, call.input));
      await save.execute(input, { ...context, ...place, callId: call.callId });
    }
  }
  await store.close();
}

const toRunId = (name: string): string => `run-${name}`;

async function beginAgain(store: Store, { brief }: KeptRun, name: string): Promise<void> {
  const record = { ...brief.record, id: toRunId(name) };
  const { message } = toQuestion(toRunQuestion(name));
  await createTurns(store, noBlobs, turnHooks).begin({
    ...{
      userId: name,
      conversationId: "c1",
      runId: record.id,
      owner: "dead",
      now: Date.now(),
      settings: record.settings,
    },
    ...{
      message,
      messageId: null,
      isContinued: false,
      ceilingMicroUsd: 0,
      isAnswerFree: false,
      reservedUntil: Date.now() + 600_000,
      maxRuns: 20,
      isLearnedFrom: false,
      isTemporary: false,
    },
    toRecord: () => record,
    toBrief: () => JSON.stringify({ ...brief, record }),
    toTitle: () => name,
  });
}

async function leaveLog(store: Store, run: KeptRun, { name, batches }: Crash): Promise<void> {
  const logs = createRunLogs(store);
  const lastSeq = new Map<number, number>();
  for (const { epoch, after = null, entries } of batches) {
    const seq = (lastSeq.get(epoch) ?? 0) + 1;
    lastSeq.set(epoch, seq);
    await logs.append(toRunId(name), { epoch, seq, after, body: toBody(toNamed(run, name, entries)) });
  }
  const epochs = Math.max(1, ...lastSeq.keys());
  for (let epoch = 1; epoch < epochs; epoch += 1)
    await createLeases(store).take(toRunId(name), { owner: "dead", now: Date.now(), isAlone: true });
}

/** The kept run's words under another name. */
function toNamed<T>(run: KeptRun, name: string, value: T): T {
  return JSON.parse(
    JSON.stringify(value).replaceAll(run.name, name).replaceAll(run.runId, toRunId(name)),
  ) as T;
}
