import { useTranslations } from "next-intl";
import { useCallback } from "react";
import type { Answer } from "@/lib/client/request";

type Failure = Extract<Answer<unknown>, { ok: false }>;
export type Explain = (failure: Failure) => string;

/** What these say is the same wherever they arise. */
const plain = [
  "unauthenticated",
  "forbidden",
  "quota_exhausted",
  "overloaded",
  "store_unavailable",
  "timeout",
  "internal",
] as const;

/** Why something was not done: in the page's language where the code says it, else in the server's words. */
export function useReason(): Explain {
  const t = useTranslations("errors");
  return useCallback(
    ({ problem }) => {
      if (problem === null) return t("unreachable");
      const known = plain.find((code) => code === problem.code);
      return known === undefined ? (problem.detail ?? t("unreachable")) : t(`codes.${known}`);
    },
    [t],
  );
}
