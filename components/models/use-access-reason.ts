import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { useReason, type Explain } from "@/components/ui/use-reason";

const known = ["model_key", "model_quota", "model_unavailable", "model_rejected", "address_refused"] as const;

/** Why a key or the server of an address was not taken, in the page's language. */
export function useAccessReason(name: string, isAddress = false): Explain {
  const t = useTranslations("setup.reason");
  const explain = useReason();
  return useCallback(
    (failure) => {
      const code = known.find((one) => one === failure.problem?.code);
      if (code === undefined) return explain(failure);
      return t(code === "model_rejected" && isAddress ? "no_server" : code, { name });
    },
    [t, explain, name, isAddress],
  );
}
