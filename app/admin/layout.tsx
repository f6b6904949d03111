import type { ReactNode } from "react";
import { ShellFrame } from "@/app/shell-frame";
import { AdminNav } from "@/components/admin/admin-nav";
import { SettingsProvider } from "@/components/admin/settings-provider";
import { requireAdmin } from "./require-admin";

/** The row of pages and their one form. Pages ask again who looks: a layout is not redrawn between them. */
export default async function AdminLayout({ children }: { children: ReactNode }) {
  const { services } = await requireAdmin();
  return (
    <ShellFrame namespaces={["admin", "setup", "tools"]}>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        <AdminNav />
        <SettingsProvider
          initial={await services.readSettings()}
          tools={services.tools.listForPanel()}
          serverTools={services.tools.listServerTools().map(({ name }) => name)}
        >
          {children}
        </SettingsProvider>
      </div>
    </ShellFrame>
  );
}
