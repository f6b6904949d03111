"use client";

import {
  Archive,
  BookMarked,
  ChartColumn,
  ChevronsUpDown,
  Keyboard,
  LibraryBig,
  LogOut,
  Settings,
  SlidersHorizontal,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { leaveAccount } from "@/components/account/leave-account";
import { LanguageSwitch } from "@/components/ui/language-switch";
import { Popover } from "@/components/ui/popover";
import { hidePopover, type Opener } from "@/components/ui/use-popover";
import type { Theme } from "@/components/ui/preferences";
import { ThemeSwitch } from "@/components/ui/theme-switch";
import { signOut } from "@/lib/features/accounts/api";
import { call } from "@/lib/client/request";
import { showToast } from "@/components/ui/toast";
import type { SetOverlay } from "./palette/use-overlay";

/** Who uses the page. `email` is null on a server without accounts: then there is nothing to sign out of. */
export type ShellPerson = { id: string; name: string; email: string | null };

export type AccountMenuProps = {
  person: ShellPerson;
  isAdmin: boolean;
  theme: Theme;
  /** Shows the first letter alone. */
  isFolded?: boolean;
  onNavigate: () => void;
  onOverlay: SetOverlay;
};

/** The one row at the foot: who is here, and everything that is not a conversation. */
export function AccountMenu({ person, isFolded = false, ...items }: AccountMenuProps) {
  const t = useTranslations("shell.account");
  const name = person.email === null ? t("machine") : person.name;
  const trigger = (opener: Opener) => (
    <button
      {...opener}
      type="button"
      className="flex min-h-11 w-full min-w-0 items-center gap-2.5 rounded-lg p-2 text-start transition-colors duration-150 hover:bg-sunken"
    >
      <span
        aria-hidden="true"
        className="flex size-7 shrink-0 items-center justify-center rounded-full bg-tint text-sm font-semibold text-accent"
      >
        {toInitial(name, person.email ?? "")}
      </span>
      <span className={isFolded ? "sr-only" : "min-w-0 flex-1"}>
        <span className="sr-only">{t("menu")}: </span>
        <span dir="auto" className="block truncate text-sm leading-5 font-medium">
          {name}
        </span>
        {person.email !== null && (
          <span className="block truncate text-small text-quiet">{person.email}</span>
        )}
      </span>
      {!isFolded && <ChevronsUpDown className="size-4 shrink-0 text-quiet" aria-hidden="true" />}
    </button>
  );
  return (
    <Popover trigger={trigger} role="group" aria-label={t("menu")} className="w-72">
      <Items {...items} hasAccount={person.email !== null} />
    </Popover>
  );
}

type ItemsProps = Omit<AccountMenuProps, "person" | "isFolded"> & { hasAccount: boolean };

const parting = "my-1 border-t border-hairline";

function Items({ hasAccount, isAdmin, theme, onNavigate, onOverlay }: ItemsProps) {
  const t = useTranslations("shell");
  const signOut = useSignOut();
  const toLink = (href: string, label: string, icon: LucideIcon) => (
    <PageLink {...{ href, label, icon, onNavigate }} />
  );
  return (
    <>
      {toLink("/memory", t("memory"), BookMarked)}
      {toLink("/library", t("library"), LibraryBig)}
      {toLink("/archive", t("archivePage"), Archive)}
      {toLink("/account", t("account.usage"), ChartColumn)}
      <hr className={parting} />
      {toLink("/settings", t("settings"), Settings)}
      {isAdmin && toLink("/admin", t("admin"), SlidersHorizontal)}
      <hr className={parting} />
      <div className="flex items-center justify-between gap-2 py-1 ps-2.5 pe-1 text-sm">
        {t("theme")}
        <ThemeSwitch initial={theme} />
      </div>
      <div className="flex items-center justify-between gap-2 py-1 ps-2.5 pe-1 text-sm">
        {t("language")}
        <LanguageSwitch />
      </div>
      <button
        type="button"
        className="menu-item"
        onClick={({ currentTarget }) => {
          hidePopover(currentTarget);
          onNavigate();
          onOverlay("shortcuts");
        }}
      >
        <Keyboard className="size-4 text-quiet" aria-hidden="true" />
        <span className="flex-1">{t("keys")}</span>
        <kbd className="key" aria-hidden="true">
          ?
        </kbd>
      </button>
      {hasAccount && (
        <>
          <hr className={parting} />
          <button type="button" className="menu-item" disabled={signOut.isLeaving} onClick={signOut.leave}>
            <LogOut className="size-4 text-quiet" aria-hidden="true" />
            {t(signOut.isLeaving ? "account.leaving" : "account.signOut")}
          </button>
        </>
      )}
    </>
  );
}

type PageLinkProps = { href: string; icon: LucideIcon; label: string; onNavigate: () => void };

function PageLink({ href, icon: Icon, label, onNavigate }: PageLinkProps) {
  const isHere = usePathname().startsWith(href);
  return (
    <Link
      href={href}
      prefetch={false}
      onClick={({ currentTarget }) => {
        hidePopover(currentTarget);
        onNavigate();
      }}
      aria-current={isHere ? "page" : undefined}
      className="menu-item aria-[current=page]:bg-tint"
    >
      <Icon className="size-4 text-quiet" aria-hidden="true" />
      {label}
    </Link>
  );
}

function useSignOut(): { isLeaving: boolean; leave: () => void } {
  const t = useTranslations();
  const [isLeaving, setLeaving] = useState(false);
  const leave = async (): Promise<void> => {
    setLeaving(true);
    const answer = await call(signOut, { body: {} });
    // Who is signed out already has left, too.
    if (answer.ok || answer.status === 401) return leaveAccount();
    setLeaving(false);
    showToast({
      text: t("shell.account.notLeft", { reason: answer.problem?.detail ?? t("errors.unreachable") }),
      isFailure: true,
    });
  };
  return { isLeaving, leave: () => void leave() };
}

/** The first character as a person counts: not half of a pair. */
function toInitial(name: string, email: string): string {
  const [first = ""] = [...(name.trim() || email)];
  return first.toLocaleUpperCase();
}
