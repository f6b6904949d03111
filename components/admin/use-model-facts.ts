import { useLocale, useTranslations } from "next-intl";
import { formatDollars } from "@/lib/client/money";
import type { ModelRow } from "@/lib/protocol/settings";

type PriceView = { inputPerMillion?: number | undefined; outputPerMillion?: number | undefined };

/** What models cost for a million tokens, in and out; `null` where one of both is not known. */
export function usePriceWords(): (price: PriceView | null | undefined) => string | null {
  const locale = useLocale();
  return (price) => {
    const { inputPerMillion, outputPerMillion } = price ?? {};
    if (inputPerMillion === undefined || outputPerMillion === undefined) return null;
    return [inputPerMillion, outputPerMillion].map((each) => formatDollars(each * 100, locale)).join(" / ");
  };
}

/** What a provider's list, or else we, know of a model in a line. */
export function useModelFacts(): (row: ModelRow) => string {
  const t = useTranslations("admin.models");
  const toPrice = usePriceWords();
  return ({ contextWindow, price, known }) => {
    const tokens = contextWindow ?? known.contextWindow;
    return [
      tokens === null ? t("windowUnknown") : t("window", { tokens }),
      toPrice(price ?? known.price) ?? t("priceUnknown"),
    ].join(" · ");
  };
}
