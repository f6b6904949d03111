import type { OfferedModel } from "@/lib/protocol/client-settings";
import { isStandIn } from "@/lib/protocol/model-refs";

const microUsdPerCent = 10_000;

/** Whether a model is known to cost nothing; one whose price is unknown costs nothing that anybody knows. */
export function isFreeModel(model: string, models: readonly OfferedModel[] = []): boolean {
  if (isStandIn(model) || model.startsWith("local:")) return true;
  const price = models.find(({ ref }) => ref === model)?.price ?? null;
  return price !== null && price.inputPerMillion === 0 && price.outputPerMillion === 0;
}

/** An amount in micro-dollars as a person reads it: "0.4 ¢", "$1.20"; `null` when nothing was paid. */
export function formatCost(microUsd: number, locale: string): string | null {
  if (microUsd <= 0) return null;
  const cents = microUsd / microUsdPerCent;
  if (cents >= 100) return formatDollars(cents, locale, 2);
  if (cents < 0.01) return "< 0.01 ¢";
  return `${new Intl.NumberFormat(locale, { maximumSignificantDigits: 2 }).format(cents)} ¢`;
}

/** "$0.20", and as many decimals as it has. */
export function formatDollars(cents: number, locale: string, decimals = 6): string {
  return new Intl.NumberFormat(locale, {
    ...{ style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" },
    maximumFractionDigits: decimals,
  }).format(cents / 100);
}
