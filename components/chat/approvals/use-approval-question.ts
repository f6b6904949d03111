"use client";

import { useTranslations } from "next-intl";
import { listFacts, readInput } from "@/lib/client/approval-input";
import type { Approval } from "@/lib/client/approvals";
import { toToolName } from "@/components/chat/trail/tool-name";

/** Gives a function that puts what a call would do into one question. */
export function useApprovalQuestion(): (approval: Pick<Approval, "part">) => string {
  const t = useTranslations("consent.ask");
  const tStep = useTranslations("chat.step");
  return ({ part }) => {
    if (part.type === "tool-memory_save")
      return t("facts", { count: Math.max(1, listFacts(readInput(part)).length) });
    if (part.type === "tool-web_search") return t("search");
    return part.type === "tool-image_generate" ? t("picture") : t("other", { name: toToolName(part, tStep) });
  };
}
