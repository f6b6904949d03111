import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

/** The words of these pages alone: conversations need few of them. */
export default async function LibraryLayout({ children }: { children: ReactNode }) {
  const { common, documents, errors, evidence, library } = await getMessages();
  return (
    <NextIntlClientProvider messages={{ common, documents, errors, evidence, library }}>
      {children}
    </NextIntlClientProvider>
  );
}
