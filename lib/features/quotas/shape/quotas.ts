import { z } from "zod";

const count = z.int().min(0).max(1_000_000);
const cents = z.number().min(0).max(1_000_000);

/** What a person may use; `null` is no limit. Days and months are those of UTC. */
export const quotaLimitsSchema = z.object({
  messagesPerDay: count.nullable(),
  searchesPerHour: count.nullable(),
  searchesPerDay: count.nullable(),
  centsPerDay: cents.nullable(),
  centsPerMonth: cents.nullable(),
});
export type QuotaLimits = z.output<typeof quotaLimitsSchema>;

/** What an administrator set for one person; what is absent follows the settings. */
export const quotaOverridesSchema = quotaLimitsSchema.partial().strict();
export type QuotaOverrides = z.output<typeof quotaOverridesSchema>;

/** Money counts what is reserved for running replies as well. Resets are milliseconds since 1970. */
export type QuotaState = {
  limits: QuotaLimits;
  used: {
    messagesToday: number;
    searchesThisHour: number;
    searchesToday: number;
    microUsdToday: number;
    microUsdThisMonth: number;
  };
  resets: { hour: number; day: number; month: number };
};
