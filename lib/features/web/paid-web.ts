import { isAppError } from "@/lib/errors";
import { pay, type Spend } from "@/lib/money/purse";
import type { AgentSettings } from "@/lib/protocol/settings";
import { readerPriceName } from "@/lib/protocol/settings-fields";
import type { SearchEngine } from "@/lib/features/web/search/engine";
import type { ReadWebPage } from "@/lib/features/web/tools/web-fetch/web-fetch";

/** The engine at the price that was set for it. */
export function withPrice(engine: SearchEngine, prices: AgentSettings["prices"]): SearchEngine {
  const perSearch = prices[engine.id]?.perSearch;
  return perSearch === undefined ? engine : { ...engine, costMicroUsd: toMicroUsd(perSearch) };
}

type WebReading = { settings: AgentSettings; hasReader: boolean; now: () => number };

/**
 * Where the reader service cannot be paid, or its unknown price is refused, the page is read without it. A
 * page that was kept costs nothing.
 */
export async function payReading(
  { settings, hasReader, now }: WebReading,
  read: (settings: AgentSettings) => Promise<ReadPageResult>,
): Promise<ReadPageResult & { costMicroUsd: number }> {
  const price = settings.prices[readerPriceName]?.perPage;
  const microUsd = toMicroUsd(price ?? 0);
  const isUsed =
    hasReader && settings.readerEnabled && (price !== undefined || settings.unknownPrices === "limit");
  const startedAt = now();
  const toCost = ({ route, retrievedAt }: ReadPageResult): number =>
    route === "reader" && Date.parse(retrievedAt) >= startedAt ? microUsd : 0;
  const without = () => read({ ...settings, readerEnabled: false });
  const paid = async (spend: Spend) => {
    const page = await read(settings);
    spend(toCost(page));
    return page;
  };
  const page = await pay(isUsed ? microUsd : 0, isUsed ? paid : without, "page").catch((error: unknown) => {
    if (!isAppError(error) || error.code !== "quota_exhausted") throw error;
    return without();
  });
  return { ...page, costMicroUsd: toCost(page) };
}

type ReadPageResult = Awaited<ReturnType<ReadWebPage>>;

const toMicroUsd = (dollars: number): number => Math.ceil(dollars * 1_000_000);
