import { useFormatter, useLocale, useTranslations } from "next-intl";
import { formatCost } from "@/lib/client/money";
import type { UsualReply } from "@/lib/protocol/client-settings";

/** What a reply usually takes. Costs that are not known count as nothing, so nothing is not told. */
export function useUsual(): (usual: UsualReply) => [time: string, ...cost: string[]] {
  const t = useTranslations("chat");
  const format = useFormatter();
  const locale = useLocale();
  return ({ ms, microUsd }) => {
    const time =
      ms < 59_500
        ? t("trail.seconds", { value: format.number(Math.max(1, Math.round(ms / 1_000))) })
        : t("choice.minutes", { minutes: format.number(ms / 60_000, { maximumFractionDigits: 1 }) });
    const cost = formatCost(microUsd ?? 0, locale);
    return cost === null ? [time] : [time, cost];
  };
}
