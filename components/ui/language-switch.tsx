"use client";

import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useTransition } from "react";
import { localeCookie, localeNames, locales } from "@/i18n/locales";
import type { Locale } from "@/i18n/locales";
import { writeCookie } from "./preferences";
import { Segments } from "./segments";
import { setLanguage } from "@/lib/features/accounts/api";
import { call } from "@/lib/client/request";

const shortNames: Record<Locale, string> = { en: "EN", zh: "中" };

/** `isStranger`: nobody is signed in. */
export function LanguageSwitch({ isStranger = false }: { isStranger?: boolean }) {
  const t = useTranslations("shell");
  const current = useLocale();
  const options = locales.map((value) => ({
    ...{ value, lang: value, name: localeNames[value] },
    sign: <span className="text-xs font-medium">{shortNames[value]}</span>,
  }));
  return (
    <Segments
      label={t("language")}
      value={current}
      options={options}
      onChoose={useLanguageChoice(isStranger)}
    />
  );
}

/**
 * Remembers the language, for mail too where the person is known, and asks the server for the same page in
 * it; what is typed or open stays.
 */
export function useLanguageChoice(isStranger = false): (locale: Locale) => void {
  const router = useRouter();
  const [, startTransition] = useTransition();
  return (locale) => {
    writeCookie(localeCookie, locale);
    if (!isStranger) void call(setLanguage, { body: { locale } });
    startTransition(() => router.refresh());
  };
}
