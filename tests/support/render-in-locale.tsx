import { NextIntlClientProvider } from "next-intl";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { loadMessages } from "@/i18n/load-messages";
import type { locales } from "@/i18n/locales";

/** What the server writes for a part of a page, with its words in that language. */
export async function renderInLocale(
  locale: (typeof locales)[number],
  element: ReactElement,
): Promise<string> {
  return renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} timeZone="UTC" messages={await loadMessages(locale)}>
      {element}
    </NextIntlClientProvider>,
  );
}
