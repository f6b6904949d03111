import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

/** The words of this page alone: conversations need none of them. */
export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const { common, errors, settings, shell } = await getMessages();
  return (
    <NextIntlClientProvider messages={{ common, errors, settings, shell }}>{children}</NextIntlClientProvider>
  );
}
