import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { useReason, type Explain } from "@/components/ui/use-reason";

const own = {
  secret_refused: "secret",
  invalid_request: "unfit",
  not_found: "gone",
  conflict: "same",
} as const;

/** Says in the page's language why something was not done to a memory. */
export function useMemoryReason(): Explain {
  const t = useTranslations("shell.memories.reason");
  const explain = useReason();
  return useCallback(
    (failure) => {
      const code = failure.problem?.code ?? "";
      return code in own ? t(own[code as keyof typeof own]) : explain(failure);
    },
    [t, explain],
  );
}
