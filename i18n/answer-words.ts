import type { Messages } from "next-intl";
import type { Locale } from "./locales";

/** The words of what only an answer has. */
export type AnswerWords = Pick<Messages, "consent" | "evidence" | "tools">;

export const answerWords: Record<Locale, () => Promise<AnswerWords>> = {
  en: async () => ({
    consent: (await import("@/messages/en/consent.json")).default,
    evidence: (await import("@/messages/en/evidence.json")).default,
    tools: (await import("@/messages/en/tools.json")).default,
  }),
  zh: async () => ({
    consent: (await import("@/messages/zh/consent.json")).default,
    evidence: (await import("@/messages/zh/evidence.json")).default,
    tools: (await import("@/messages/zh/tools.json")).default,
  }),
};
