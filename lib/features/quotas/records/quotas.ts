import { isDeepStrictEqual } from "node:util";
import { createChanged } from "@/lib/data/people";
import { AppError } from "@/lib/errors";
import type { QuotaOverrides, QuotaState } from "@/lib/features/quotas/shape/quotas";
import type { AgentSettings } from "@/lib/protocol/settings";
import type { DocumentData, Store } from "@/lib/store/store";
import { toData } from "@/lib/data/json";
import { paths } from "@/lib/data/paths";
import { noQuotaUsed, quotaRecordSchema, type QuotaRecord } from "./quota-record";
import {
  grantAgain,
  hasMoneyLeft,
  holdMoney,
  returnCall,
  settleTurnCost,
  shrinkReservation,
  takeCall,
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

    ...createMoney(change, now),

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

/**
 * Money that is set aside and spent, of the day and the month. What a reply may cost is set aside in `turns`,
 * with its message.
 */
function createMoney(change: ChangeQuota, now: () => number) {
  return {
    /** Sets money of the day and the month aside for a paid act beside a reply. Throws `quota_exhausted`. */
    hold: (userId: string, { id, microUsd, settings }: HeldMoney): Promise<void> =>
      change(userId, (record) =>
        holdMoney(record, toQuotaLimits(settings, record.overrides), {
          ...{ id, microUsd, expiresAt: now() + holdMs, now: now() },
        }),
      ),

    /** Puts what such an act cost in the place of what was set aside. */
    settle: (userId: string, id: string, microUsd: number): Promise<void> =>
      change(userId, (record) => settleTurnCost(record, id, microUsd, now())),

    /** While a reply waits for the person only what it has spent so far stays set aside. */
    pauseTurn: (userId: string, runId: string, spentMicroUsd: number): Promise<void> =>
      change(userId, (record) => shrinkReservation(record, runId, spentMicroUsd)),

    /**
     * Sets money aside again for a reply that goes on: what it may cost in all, or less when the person's
     * money is short. Gives that.
     */
    async resumeTurn(userId: string, { runId, microUsd, expiresAt, settings }: Resumed): Promise<number> {
      let granted = microUsd;
      await change(userId, (record) => {
        const limits = toQuotaLimits(settings, record.overrides);
        granted = grantAgain(record, limits, { runId, microUsd, now: now() });
        return { ...record, reserved: { ...record.reserved, [runId]: { microUsd: granted, expiresAt } } };
      });
      return granted;
    },

    /** What was spent beside a reply already. */
    async addCost(userId: string, costMicroUsd: number): Promise<void> {
      if (costMicroUsd > 0) await change(userId, (record) => settleTurnCost(record, "", costMicroUsd, now()));
    },
  };
}

export type Quotas = ReturnType<typeof createQuotas>;

type HeldMoney = { id: string; microUsd: number; settings: AgentSettings };
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
