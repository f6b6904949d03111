import { isAppError } from "@/lib/errors";
import { pay } from "@/lib/money/purse";
import type { AgentSettings } from "@/lib/protocol/settings";
import { readerPriceName } from "@/lib/protocol/settings-fields";
import type { SearchEngine } from "@/lib/search/engine";
import type { SearchAnswer } from "@/lib/search/search";
import type { ReadPage } from "@/lib/tools/web-fetch/web-fetch";

/** The engine at the price that was set for it. */
export function withPrice(engine: SearchEngine, prices: AgentSettings["prices"]): SearchEngine {
  const perSearch = prices[engine.id]?.perSearch;
  return perSearch === undefined ? engine : { ...engine, costMicroUsd: toMicroUsd(perSearch) };
}

/** An engine may be asked so often for one search, in other words each time. */
const mostRounds = 3;

/**
 * Leaves out as many paid engines, from the last, as cannot be paid. Throws what the search throws, and
 * `quota_exhausted` where none is left.
 */
export async function paySearch(
  engines: readonly SearchEngine[],
  search: (payable: readonly SearchEngine[]) => Promise<SearchAnswer>,
): Promise<SearchAnswer> {
  const most = engines.reduce((sum, { costMicroUsd = 0 }) => sum + costMicroUsd * mostRounds, 0);
  try {
    return await pay(
      most,
      () => search(engines),
      ({ costMicroUsd }) => costMicroUsd,
    );
  } catch (error) {
    const dropped = engines.findLastIndex(({ costMicroUsd = 0 }) => costMicroUsd > 0);
    if (!isRefused(error) || dropped === -1 || engines.length === 1) throw error;
    return paySearch(engines.toSpliced(dropped, 1), search);
  }
}

const isRefused = (error: unknown): boolean => isAppError(error) && error.code === "quota_exhausted";

type Reading = { settings: AgentSettings; hasReader: boolean; now: () => number };

/**
 * Where the reader service cannot be paid, or its unknown price is refused, the page is read without it. A
 * page that was kept costs nothing.
 */
export async function payReading(
  { settings, hasReader, now }: Reading,
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
  const page = await pay(isUsed ? microUsd : 0, isUsed ? () => read(settings) : without, toCost).catch(
    (error: unknown) => {
      if (!isRefused(error)) throw error;
      return without();
    },
  );
  return { ...page, costMicroUsd: toCost(page) };
}

type ReadPageResult = Awaited<ReturnType<ReadPage>>;

const toMicroUsd = (dollars: number): number => Math.ceil(dollars * 1_000_000);
