import { BookMarked, Keyboard, LibraryBig, Settings2, UserRound } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { AccountMenu } from "./account-menu";
import { LanguageSwitch } from "@/components/ui/language-switch";
import type { Theme } from "@/components/ui/preferences";
import { ThemeSwitch } from "@/components/ui/theme-switch";
import type { SetOverlay } from "@/components/shell/palette/use-overlay";

/** Who uses the page. `email` is null on a server without accounts: then there is nothing to sign out of. */
export type ShellPerson = { id: string; name: string; email: string | null };

type Props = {
  person: ShellPerson;
  theme: Theme;
  isAdmin: boolean;
  onNavigate: () => void;
  onOverlay: SetOverlay;
};

export function SidebarFooter({ person, theme, isAdmin, onNavigate, onOverlay }: Props) {
  const t = useTranslations("shell");
  return (
    <footer className="flex shrink-0 flex-col gap-2 border-t border-hairline p-3">
      <div className="flex flex-wrap items-center">
        <PageLink href="/library" icon={LibraryBig} label={t("library")} onNavigate={onNavigate} />
        <PageLink href="/memory" icon={BookMarked} label={t("memory")} onNavigate={onNavigate} />
        {isAdmin && <PageLink href="/admin" icon={Settings2} label={t("admin")} onNavigate={onNavigate} />}
        {person.email === null && (
          <PageLink href="/account" icon={UserRound} label={t("account.usage")} onNavigate={onNavigate} />
        )}
      </div>
      <div className="flex items-center justify-between">
        <ThemeSwitch initial={theme} />
        <button
          type="button"
          className="icon-button size-8 pointer-coarse:hidden"
          title={`${t("keys")} (?)`}
          aria-label={t("keys")}
          onClick={() => onOverlay("shortcuts")}
        >
          <Keyboard className="size-4" aria-hidden="true" />
        </button>
        <LanguageSwitch />
      </div>
      {person.email !== null && (
        <AccountMenu name={person.name} email={person.email} onNavigate={onNavigate} />
      )}
    </footer>
  );
}

type PageLinkProps = { href: string; icon: LucideIcon; label: string; onNavigate: () => void };

function PageLink({ href, icon: Icon, label, onNavigate }: PageLinkProps) {
  const isHere = usePathname().startsWith(href);
  return (
    <Link
      href={href}
      prefetch={false}
      onClick={onNavigate}
      aria-current={isHere ? "page" : undefined}
      className="quiet-button gap-1.5 px-1.5 aria-[current=page]:bg-tint aria-[current=page]:text-ink"
    >
      <Icon className="size-4" aria-hidden="true" />
      {label}
    </Link>
  );
}
