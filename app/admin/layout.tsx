import type { ReactNode } from "react";
import { ShellFrame } from "@/app/shell-frame";
import { AdminNav } from "@/components/admin/admin-nav";
import { SettingsProvider } from "@/components/admin/settings-provider";
import { requireAdmin } from "./require-admin";

/**
 * The row of pages and the one form of those that administrators alone see. Pages ask again who looks: a
 * layout is not redrawn between them.
 */
export default async function AdminLayout({ children }: { children: ReactNode }) {
  const { user, services } = await requireAdmin("overview");
  return (
    <ShellFrame namespaces={["admin", "setup", "tools"]}>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        <AdminNav role={user.role} />
        {user.role === "admin" ? (
          <SettingsProvider
            initial={await services.readSettings()}
            tools={services.tools.listForPanel()}
            serverTools={services.tools.listServerTools().map(({ name }) => name)}
          >
            {children}
          </SettingsProvider>
        ) : (
          children
        )}
      </div>
    </ShellFrame>
  );
}
