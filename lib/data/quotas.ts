import { AppError } from "@/lib/errors";
import type { QuotaOverrides, QuotaState } from "@/lib/protocol/quotas";
import type { AgentSettings } from "@/lib/protocol/settings";
import type { DocumentData, Store } from "@/lib/store/store";
import { toData } from "./json";
import { paths } from "./paths";
import {
  hasMoneyLeft,
  noQuotaUsed,
  quotaRecordSchema,
  settleTurnCost,
  takeCall,
  toQuotaState,
  type CallLimits,
  type QuotaRecord,
} from "./quota-rules";

export type PersonQuota = { state: QuotaState; overrides: QuotaOverrides; lastActiveDay: string | null };

/** One document each, changed in transactions, for any number of instances. `turns` counts messages. */
export function createQuotas(store: Store, now: () => number) {
  function change(userId: string, work: (record: QuotaRecord) => QuotaRecord): Promise<void> {
    return store.transaction(async (tx) => {
      const found = await tx.find(paths.quota(userId));
      tx.set(paths.quota(userId), toData(work(toQuotaRecord(found?.data))));
    });
  }

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
    async takeToolCall(userId: string, tool: string, limits: CallLimits): Promise<void> {
      if (limits.perHour === undefined && limits.perDay === undefined && tool !== "web_search") return;
      await change(userId, (record) =>
        takeCall(record, tool, tool === "web_search" ? toOwnLimits(limits, record.overrides) : limits, now()),
      );
    },

    /** What a call beside a reply cost, a title for one. */
    async addCost(userId: string, costMicroUsd: number): Promise<void> {
      if (costMicroUsd > 0) await change(userId, (record) => settleTurnCost(record, "", costMicroUsd, now()));
    },

    /** Limits of the person's own in place of the settings'; `null` follows the settings again. */
    setOverrides: (userId: string, overrides: QuotaOverrides | null): Promise<void> =>
      change(userId, (record) => ({ ...record, overrides: overrides ?? {} })),
  };
}
export type Quotas = ReturnType<typeof createQuotas>;

export function toQuotaRecord(data: DocumentData | undefined): QuotaRecord {
  const parsed = quotaRecordSchema.safeParse(data ?? {});
  if (!parsed.success)
    throw new AppError("store_invalid", "What was used cannot be read.", { cause: parsed.error });
  return parsed.data;
}

function toOwnLimits(limits: CallLimits, { searchesPerHour, searchesPerDay }: QuotaOverrides): CallLimits {
  return {
    perHour: searchesPerHour === undefined ? limits.perHour : searchesPerHour,
    perDay: searchesPerDay === undefined ? limits.perDay : searchesPerDay,
  };
}
