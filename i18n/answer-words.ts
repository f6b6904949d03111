import type { Messages } from "next-intl";
import type answer from "@/messages/en/answer.json";
import type { Locale } from "./locales";

/** The words of what only an answer has: whole groups, and parts of two that are needed before, too. */
export type AnswerWords = Pick<Messages, "consent" | "evidence" | "tools"> & typeof answer;

export const answerWords: Record<Locale, () => Promise<AnswerWords>> = {
  en: async () => ({
    ...(await import("@/messages/en/answer.json")).default,
    consent: (await import("@/messages/en/consent.json")).default,
    evidence: (await import("@/messages/en/evidence.json")).default,
    tools: (await import("@/messages/en/tools.json")).default,
  }),
  zh: async () => ({
    ...(await import("@/messages/zh/answer.json")).default,
    consent: (await import("@/messages/zh/consent.json")).default,
    evidence: (await import("@/messages/zh/evidence.json")).default,
    tools: (await import("@/messages/zh/tools.json")).default,
  }),
};

/** Group by group: of some there are words in both. */
export function joinWords<FIRST extends object, SECOND extends object>(
  first: FIRST,
  second: SECOND,
): FIRST & SECOND {
  const entries = Object.entries(second).map(([group, words]) => {
    const known: unknown = Reflect.get(first, group);
    return [group, { ...(known as object | undefined), ...(words as object) }];
  });
  return { ...first, ...(Object.fromEntries(entries) as SECOND) };
}
