"use client";

import { Menu } from "lucide-react";
import { useTranslations } from "next-intl";
import { useLayoutEffect, useState, type ReactNode } from "react";
import { SessionNotice } from "@/components/shell/session-notice";
import { SkipLink } from "@/components/shell/skip-link";
import { Drawer } from "@/components/ui/drawer";
import { applyLook } from "@/components/ui/preferences";
import { Toaster } from "@/components/ui/toaster";
import type { Role } from "@/lib/features/accounts/shape/accounts";
import type { AdminPageId } from "@/lib/features/accounts/shape/admin-access";
import type { Look } from "@/lib/protocol/look";
import { AdminRail } from "./admin-rail";

type Props = {
  person: { id: string; role: Role };
  /** What the person set on another browser; `null` where this one knows it. */
  look: Look | null;
  /** What is open on a page, as a figure beside its name. */
  counts: Partial<Record<AdminPageId, number>>;
  children: ReactNode;
};

/** Around every page of the administration: its pages in groups, on a narrow screen in a sheet. */
export function AdminShell({ person, look, counts, children }: Props) {
  const t = useTranslations("admin");
  const [isMenuOpen, setMenuOpen] = useState(false);
  useLayoutEffect(() => (look === null ? undefined : applyLook(look)), [look]);
  const rail = { role: person.role, counts };
  return (
    <div className="relative flex h-dvh overflow-clip">
      <SkipLink />
      <aside className="hidden w-58 shrink-0 flex-col border-e border-hairline bg-rail lg:flex">
        <AdminRail {...rail} />
      </aside>
      <div className="relative flex min-w-0 flex-1 flex-col">
        <header className="flex h-12 shrink-0 items-center gap-1 border-b border-hairline px-1 lg:hidden">
          <button
            type="button"
            className="icon-button size-11"
            aria-label={t("openMenu")}
            onClick={() => setMenuOpen(true)}
          >
            <Menu className="size-5" aria-hidden="true" />
          </button>
          <p className="min-w-0 flex-1 truncate text-center text-sm font-medium">{t("title")}</p>
          <span className="size-11" />
        </header>
        <SessionNotice personId={person.id} />
        <main id="content" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto outline-none">
          {children}
        </main>
        <Toaster />
      </div>
      {isMenuOpen && (
        <Drawer label={t("nav")} onClose={() => setMenuOpen(false)}>
          <AdminRail {...rail} onNavigate={() => setMenuOpen(false)} />
        </Drawer>
      )}
    </div>
  );
}
