import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

/** The words of this page alone: conversations need none of them. */
export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const { chat, common, errors, plans, settings, shell } = await getMessages();
  const { styles } = chat;
  const { edit } = plans;
  return (
    <NextIntlClientProvider messages={{ chat: { styles }, common, errors, plans: { edit }, settings, shell }}>
      {children}
    </NextIntlClientProvider>
  );
}
