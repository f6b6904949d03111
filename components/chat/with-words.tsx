"use client";

import { NextIntlClientProvider, useLocale, useMessages } from "next-intl";
import { useMemo, type ReactNode } from "react";
import { joinWords } from "@/i18n/answer-words";

/** Adds `words` to those of the page, once they are there. */
export function WithWords({ words, children }: { words: object | null; children: ReactNode }) {
  const [locale, own] = [useLocale(), useMessages()];
  const messages = useMemo(() => joinWords(own, words ?? {}), [own, words]);
  return (
    <NextIntlClientProvider locale={locale} messages={messages}>
      {children}
    </NextIntlClientProvider>
  );
}
