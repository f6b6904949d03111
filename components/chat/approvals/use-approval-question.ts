"use client";

import { useTranslations } from "next-intl";
import type { Approval } from "@/lib/client/message/approvals";
import { findView, toToolName } from "@/components/tools/views";

/** Gives a function that puts what a call would do into one question. */
export function useApprovalQuestion(): (approval: Pick<Approval, "part">) => string {
  const t = useTranslations("consent.ask");
  const tTools = useTranslations("tools");
  return ({ part }) => {
    const found = findView(part);
    return found?.view.question?.(found.call, tTools) ?? t("other", { name: toToolName(part, tTools) });
  };
}
