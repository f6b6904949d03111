"use client";

import { NextIntlClientProvider, useLocale, useMessages, type Messages } from "next-intl";
import { useMemo, type ReactNode } from "react";
import type { Locale } from "@/i18n/locales";

/** The words of what only an answer has. */
export type AnswerWords = Pick<Messages, "consent" | "evidence" | "plans" | "tools">;

export const answerWords: Record<Locale, () => Promise<AnswerWords>> = {
  en: async () => ({
    consent: (await import("@/messages/en/consent.json")).default,
    evidence: (await import("@/messages/en/evidence.json")).default,
    plans: (await import("@/messages/en/plans.json")).default,
    tools: (await import("@/messages/en/tools.json")).default,
  }),
  zh: async () => ({
    consent: (await import("@/messages/zh/consent.json")).default,
    evidence: (await import("@/messages/zh/evidence.json")).default,
    plans: (await import("@/messages/zh/plans.json")).default,
    tools: (await import("@/messages/zh/tools.json")).default,
  }),
};

/** Adds `words` to those of the page, once they are there. */
export function WithWords({ words, children }: { words: AnswerWords | null; children: ReactNode }) {
  const [locale, own] = [useLocale(), useMessages()];
  const messages = useMemo(() => ({ ...own, ...words }), [own, words]);
  return (
    <NextIntlClientProvider locale={locale} messages={messages}>
      {children}
    </NextIntlClientProvider>
  );
}
