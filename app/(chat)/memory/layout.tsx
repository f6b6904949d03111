import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

/** The words of this page alone: conversations need none of them. */
export default async function MemoryLayout({ children }: { children: ReactNode }) {
  const { common, errors, memory, shell } = await getMessages();
  return (
    <NextIntlClientProvider messages={{ common, errors, memory, shell }}>{children}</NextIntlClientProvider>
  );
}
