import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { NoticeText } from "@/components/chat/message/notice-text";
import { loadMessages } from "@/i18n/load-messages";
import type { Locale } from "@/i18n/locales";
import type { ChatMessage, NoticeData } from "@/lib/protocol/chat-message";

const messages = { en: await loadMessages("en"), zh: await loadMessages("zh") };

/** A notice as a person reads it. */
export function toWords(notice: NoticeData, locale: Locale = "en"): string {
  return renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} timeZone="UTC" messages={messages[locale]}>
      <NoticeText notice={notice} />
    </NextIntlClientProvider>,
  );
}

export function listNotices({ parts }: ChatMessage, locale?: Locale): string[] {
  return parts.flatMap((part) => (part.type === "data-notice" ? [toWords(part.data, locale)] : []));
}
