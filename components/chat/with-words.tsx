"use client";

import { NextIntlClientProvider, useLocale, useMessages } from "next-intl";
import { useMemo, type ReactNode } from "react";
import type { AnswerWords } from "@/i18n/answer-words";

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
