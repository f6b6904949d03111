import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { getSiteMessages } from "@/app/site-messages";

/** With the words of the roles, and of the answers of the agents that are tried. */
export default async function AgentsLayout({ children }: { children: ReactNode }) {
  const { account, ...words } = await getSiteMessages();
  const { admin, chat, common, consent, errors, evidence, runs, setup, shell, table, tools } = words;
  const { roles } = account;
  return (
    <NextIntlClientProvider
      messages={{
        account: { roles },
        admin,
        chat,
        common,
        consent,
        errors,
        evidence,
        runs,
        setup,
        shell,
        table,
        tools,
      }}
    >
      {children}
    </NextIntlClientProvider>
  );
}
