import { BookMarked, LibraryBig, Settings2, SlidersHorizontal, UserRound } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { AccountMenu } from "./account-menu";

/** Who uses the page. `email` is null on a server without accounts: then there is nothing to sign out of. */
export type ShellPerson = { id: string; name: string; email: string | null };

type Props = {
  person: ShellPerson;
  isAdmin: boolean;
  onNavigate: () => void;
};

export function SidebarFooter({ person, isAdmin, onNavigate }: Props) {
  const t = useTranslations("shell");
  return (
    <footer className="flex shrink-0 flex-col gap-2 border-t border-hairline p-3">
      <div className="flex flex-wrap items-center">
        <PageLink href="/library" icon={LibraryBig} label={t("library")} onNavigate={onNavigate} />
        <PageLink href="/memory" icon={BookMarked} label={t("memory")} onNavigate={onNavigate} />
        <PageLink href="/settings" icon={SlidersHorizontal} label={t("settings")} onNavigate={onNavigate} />
        {isAdmin && <PageLink href="/admin" icon={Settings2} label={t("admin")} onNavigate={onNavigate} />}
        {person.email === null && (
          <PageLink href="/account" icon={UserRound} label={t("account.usage")} onNavigate={onNavigate} />
        )}
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
