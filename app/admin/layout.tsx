import { cookies } from "next/headers";
import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { AdminShell } from "@/components/admin/admin-shell";
import { Find } from "@/components/admin/find/find";
import { SettingsProvider } from "@/components/admin/settings-provider";
import { lookCookie } from "@/components/ui/preferences";
import { readNotice } from "@/app/read-notice";
import { getSiteMessages } from "@/app/site-messages";
import { SiteNotice } from "@/components/shell/site-notice";
import { requireAdmin } from "./require-admin";

/**
 * The shell of the administration and the one form of those pages that administrators alone see. Pages ask
 * again who looks: a layout is not redrawn between them.
 */
export default async function AdminLayout({ children }: { children: ReactNode }) {
  const [{ user, services }, jar, messages] = await Promise.all([
    requireAdmin("overview"),
    cookies(),
    getSiteMessages(),
  ]);
  const [alerts, { waiting }, look] = await Promise.all([
    services.alerts.list(),
    services.accounts.readSignUp(),
    // A browser that the person has not used yet.
    jar.get(lookCookie) === undefined ? services.preferences.read(user.id) : null,
  ]);
  const { common, shell, errors, admin, setup, table, tools, runs } = messages;
  const notice = await readNotice();
  const open = alerts.alerts.filter(({ state }) => state === "open").length;
  return (
    <NextIntlClientProvider messages={{ common, shell, errors, admin, setup, table, tools, runs }}>
      <AdminShell
        person={{ id: user.id, role: user.role }}
        look={look}
        counts={{ alerts: open, people: waiting }}
      >
        {notice !== null && <SiteNotice {...notice} />}
        {user.role === "admin" ? (
          <SettingsProvider
            initial={await services.readSettings()}
            tools={services.tools.listForPanel()}
            serverTools={services.tools.listServerTools().map(({ name }) => name)}
          >
            {children}
            <Find role={user.role} />
          </SettingsProvider>
        ) : (
          <>
            {children}
            <Find role={user.role} />
          </>
        )}
      </AdminShell>
    </NextIntlClientProvider>
  );
}
