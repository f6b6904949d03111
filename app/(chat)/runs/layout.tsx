import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

/** The words of these pages alone: conversations need none of them. */
export default async function RunsLayout({ children }: { children: ReactNode }) {
  const { chat, common, errors, plans: allOfPlans, runs, shell, tools } = await getMessages();
  const { styles, modes } = chat;
  const { status, step } = allOfPlans;
  const plans = { status, step };
  return (
    <NextIntlClientProvider messages={{ chat: { styles, modes }, common, errors, plans, runs, shell, tools }}>
      {children}
    </NextIntlClientProvider>
  );
}
