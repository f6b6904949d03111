import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

/** With the words of the roles, and of the answers of the agents that are tried. */
export default async function AgentsLayout({ children }: { children: ReactNode }) {
  const { account, ...words } = await getMessages();
  const { admin, chat, common, consent, errors, evidence, setup, shell, table, tools } = words;
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
