"use client";

import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useId, useTransition } from "react";
import { localeCookie, localeNames, locales } from "@/i18n/locales";
import type { Locale } from "@/i18n/locales";
import { writeCookie } from "./preferences";

const shortNames: Record<Locale, string> = { en: "EN", zh: "中" };

export function LanguageSwitch() {
  const t = useTranslations("shell");
  const group = useId();
  const current = useLocale();
  const chooseLanguage = useLanguageChoice();
  return (
    <fieldset className="flex rounded-lg bg-sunken p-0.5">
      <legend className="sr-only">{t("language")}</legend>
      {locales.map((locale) => (
        <label
          key={locale}
          title={localeNames[locale]}
          lang={locale}
          className="switch-option text-xs font-medium"
        >
          <input
            type="radio"
            name={group}
            className="sr-only"
            checked={current === locale}
            onChange={() => chooseLanguage(locale)}
          />
          <span aria-hidden="true">{shortNames[locale]}</span>
          <span className="sr-only">{localeNames[locale]}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Remembers the language and asks the server for the same page in it; what is typed or open stays. */
export function useLanguageChoice(): (locale: Locale) => void {
  const router = useRouter();
  const [, startTransition] = useTransition();
  return (locale) => {
    writeCookie(localeCookie, locale);
    startTransition(() => router.refresh());
  };
}
