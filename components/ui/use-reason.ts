import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { isErrorCode } from "@/lib/errors";
import type { Answer } from "@/lib/client/request";

type FailedAnswer = Extract<Answer<unknown>, { ok: false }>;
export type Explain = (failure: FailedAnswer) => string;

/** The language decides, code by code, whether it uses the server's own English sentence, `detail`. */
export function useReason(): Explain {
  const t = useTranslations("errors");
  return useCallback(
    ({ problem }) => {
      if (problem === null) return t("unreachable");
      const { code, detail = "", reason } = problem;
      if (reason !== undefined) return t(`reasons.${reason}`);
      return isErrorCode(code) ? t(`codes.${code}`, { detail: detail || "none" }) : t("unreachable");
    },
    [t],
  );
}
