import type { Messages } from "next-intl";
import { answerWords, joinWords } from "./answer-words";
import type { Locale } from "./locales";

const loaded = new Map<Locale, Messages>();

/** All words of a language by namespace: one file each in `messages/<locale>`. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  const known = loaded.get(locale);
  if (known) return known;
  const [early, words] = await Promise.all([earlyMessages[locale](), answerWords[locale]()]);
  const messages = joinWords(early, words);
  loaded.set(locale, messages);
  return messages;
}

/** Those that a page needs before there is an answer. */
export const earlyMessages = {
  en: async () => ({
    common: (await import("@/messages/en/common.json")).default,
    shell: (await import("@/messages/en/shell.json")).default,
    chat: (await import("@/messages/en/chat.json")).default,
    account: (await import("@/messages/en/account.json")).default,
    admin: (await import("@/messages/en/admin.json")).default,
    errors: (await import("@/messages/en/errors.json")).default,
    documents: (await import("@/messages/en/documents.json")).default,
    library: (await import("@/messages/en/library.json")).default,
    mails: (await import("@/messages/en/mails.json")).default,
    memory: (await import("@/messages/en/memory.json")).default,
    plans: (await import("@/messages/en/plans.json")).default,
    runs: (await import("@/messages/en/runs.json")).default,
    settings: (await import("@/messages/en/settings.json")).default,
    setup: (await import("@/messages/en/setup.json")).default,
    table: (await import("@/messages/en/table.json")).default,
  }),
  zh: async () => ({
    common: (await import("@/messages/zh/common.json")).default,
    shell: (await import("@/messages/zh/shell.json")).default,
    chat: (await import("@/messages/zh/chat.json")).default,
    account: (await import("@/messages/zh/account.json")).default,
    admin: (await import("@/messages/zh/admin.json")).default,
    errors: (await import("@/messages/zh/errors.json")).default,
    documents: (await import("@/messages/zh/documents.json")).default,
    library: (await import("@/messages/zh/library.json")).default,
    mails: (await import("@/messages/zh/mails.json")).default,
    memory: (await import("@/messages/zh/memory.json")).default,
    plans: (await import("@/messages/zh/plans.json")).default,
    runs: (await import("@/messages/zh/runs.json")).default,
    settings: (await import("@/messages/zh/settings.json")).default,
    setup: (await import("@/messages/zh/setup.json")).default,
    table: (await import("@/messages/zh/table.json")).default,
  }),
} satisfies Record<Locale, () => Promise<object>>;
