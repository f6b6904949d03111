import { isDeepStrictEqual } from "node:util";
import { createChanged } from "@/lib/data/people";
import { AppError } from "@/lib/errors";
import type { QuotaOverrides, QuotaState } from "@/lib/features/quotas/shape/quotas";
import type { AgentSettings } from "@/lib/protocol/settings";
import type { DocumentData, Store } from "@/lib/store/store";
import { toData } from "@/lib/data/json";
import { paths } from "@/lib/data/paths";
import { toHeld, type SetAside } from "@/lib/engine/records/leases";
import {
  giveBack,
  hold,
  noQuotaUsed,
  quotaRecordSchema,
  rollQuota,
  toMinute,
  type Held,
  type QuotaRecord,
} from "./quota-record";
import {
  grantLeft,
  hasMoneyLeft,
  holdMoney,
  returnCall,
  settleCost,
  takeCall,
  toDayLimits,
  toQuotaLimits,
  toQuotaState,
  type CallQuota,
} from "./quota-rules";
import { searchCounter } from "@/lib/protocol/limits";

export type PersonQuota = { state: QuotaState; overrides: QuotaOverrides; lastActiveDay: string | null };

/** One document each, changed in transactions, for any number of instances. `turns` counts messages. */
export function createQuotas(store: Store, now: () => number) {
  const change: ChangeQuota = (userId, work) =>
    store.transaction(async (tx) => {
      const found = await tx.find(paths.quota(userId));
      tx.set(paths.quota(userId), toData(work(toQuotaRecord(found?.data))));
    });

  return {
    async read(userId: string, settings: AgentSettings): Promise<QuotaState> {
      return (await this.list([userId], settings))[0]?.state ?? toQuotaState(noQuotaUsed, settings, now());
    },

    /** Whether the person may spend something for which no reply has set money aside. */
    async maySpend(userId: string, settings: AgentSettings): Promise<boolean> {
      return hasMoneyLeft(await this.read(userId, settings));
    },

    /** In the order of the people asked for. */
    async list(userIds: readonly string[], settings: AgentSettings): Promise<PersonQuota[]> {
      const found = await store.findMany(userIds.map((id) => paths.quota(id)));
      return found.map((document) => {
        const record = toQuotaRecord(document?.data);
        return {
          state: toQuotaState(record, settings, now()),
          overrides: record.overrides,
          lastActiveDay: record.lastActiveDay,
        };
      });
    },

    /** Counts a call beforehand. Throws `quota_exhausted`. The person's own limit goes before the tool's. */
    async takeToolCall(userId: string, tool: string, limits: CallQuota): Promise<void> {
      if (!isCounted(tool, limits)) return;
      await change(userId, (record) =>
        takeCall(record, tool, toOwnLimits(tool, limits, record.overrides), now()),
      );
    },

    /** Gives a call back that has failed. */
    async returnToolCall(userId: string, tool: string, limits: CallQuota): Promise<void> {
      if (isCounted(tool, limits)) await change(userId, (record) => returnCall(record, tool, now()));
    },

    ...createHolds(store, change, now),
    ...createReplyMoney(store, now),

    /**
     * Limits of the person's own in place of the settings'; `null` follows the settings again. Throws
     * `conflict` where they are no longer those that were `seen`.
     */
    setOverrides: (userId: string, overrides: QuotaOverrides | null, seen?: QuotaOverrides): Promise<void> =>
      change(userId, (record) => {
        if (seen !== undefined && !isDeepStrictEqual(record.overrides, seen)) throw createChanged();
        return { ...record, overrides: overrides ?? {} };
      }),
  };
}
type ChangeQuota = (userId: string, work: (record: QuotaRecord) => QuotaRecord) => Promise<void>;

/** Money of the day and the month for paid acts beside the replies. */
function createHolds(store: Store, change: ChangeQuota, now: () => number) {
  return {
    /** Sets it aside. Throws `quota_exhausted`. */
    hold: (userId: string, microUsd: number, settings: AgentSettings): Promise<Held> =>
      store.transaction(async (tx) => {
        const before = toQuotaRecord((await tx.find(paths.quota(userId)))?.data);
        const limits = toQuotaLimits(settings, before.overrides);
        const asked = { microUsd, expiresAt: now() + holdMs, now: now() };
        const { record, held } = holdMoney(before, limits, asked);
        tx.set(paths.quota(userId), toData(record));
        return held;
      }),

    /** Puts what such an act cost in the place of what was set aside. */
    settle: (userId: string, held: Held, microUsd: number): Promise<void> =>
      change(userId, (record) => settleCost(record, held, microUsd, now())),

    /** What was spent beside a reply already. */
    async addCost(userId: string, costMicroUsd: number): Promise<void> {
      if (costMicroUsd > 0) await change(userId, (record) => settleCost(record, null, costMicroUsd, now()));
    },
  };
}

/** What is set aside for a reply that is being made: of the person's money, and of its agent's day. */
function createReplyMoney(store: Store, now: () => number) {
  function setAsideAgain(
    { userId, runId }: { userId: string; runId: string },
    toNext: (own: SetAside, free: { record: QuotaRecord }[]) => Pick<Held, "microUsd" | "minute">,
  ): Promise<number | null> {
    return store.transaction(async (tx) => {
      const own = toHeld(await tx.find(paths.lease(runId)))?.lease.setAside ?? null;
      if (own === null) return null;
      const all = [
        paths.quota(userId),
        ...(own.agentDay === null ? [] : [paths.agentUsage(own.agentDay.id)]),
      ];
      const found = await tx.findMany(all);
      const free = all.map((path, at) => {
        const record = toQuotaRecord(found[at]?.data);
        return { path, record: giveBack(rollQuota(record, now()), own) };
      });
      const next = { ...own, ...toNext(own, free) };
      for (const { path, record } of free) tx.set(path, toData(hold(record, next)));
      tx.update(paths.lease(runId), { setAside: next });
      return next.microUsd;
    });
  }

  return {
    /** While a reply waits for the person only what it has spent so far stays set aside. */
    async pauseTurn(userId: string, runId: string, spentMicroUsd: number): Promise<void> {
      await setAsideAgain({ userId, runId }, ({ minute }) => ({ minute, microUsd: spentMicroUsd }));
    },

    /** For a reply that goes on: what it may cost in all, or less where money is short. Gives that. */
    async resumeTurn(userId: string, { runId, microUsd, expiresAt, settings }: Resumed): Promise<number> {
      const granted = await setAsideAgain({ userId, runId }, ({ agentDay }, [own, ofAgent]) => {
        const person = own?.record ?? noQuotaUsed;
        const left = grantLeft(person, toQuotaLimits(settings, person.overrides), microUsd);
        const isShared = ofAgent !== undefined && agentDay !== null;
        return {
          microUsd: isShared ? grantLeft(ofAgent.record, toDayLimits(agentDay.cents), left) : left,
          minute: toMinute(expiresAt),
        };
      });
      // A run of an earlier version has nothing of its own set aside.
      return granted ?? microUsd;
    },
  };
}

export type Quotas = ReturnType<typeof createQuotas>;

type Resumed = { runId: string; microUsd: number; expiresAt: number; settings: AgentSettings };
/** No act beside a reply takes longer. */
const holdMs = 180_000;

/** A person may have a limit of searches of their own. */
function isCounted(tool: string, { perHour, perDay }: CallQuota): boolean {
  return perHour !== undefined || perDay !== undefined || tool === searchCounter;
}

export function toQuotaRecord(data: DocumentData | undefined): QuotaRecord {
  const parsed = quotaRecordSchema.safeParse(data ?? {});
  if (!parsed.success)
    throw new AppError("store_invalid", "What was used cannot be read.", { cause: parsed.error });
  return parsed.data;
}

function toOwnLimits(tool: string, limits: CallQuota, overrides: QuotaOverrides): CallQuota {
  if (tool !== searchCounter) return limits;
  const { searchesPerHour, searchesPerDay } = overrides;
  return {
    perHour: searchesPerHour === undefined ? limits.perHour : searchesPerHour,
    perDay: searchesPerDay === undefined ? limits.perDay : searchesPerDay,
  };
}
