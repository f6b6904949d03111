import { Menu, SquarePen } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";

/** The narrow page's head: the way to the list, what is open, and a new one. */
export function PhoneBar({ title, onMenu }: { title: string | undefined; onMenu: () => void }) {
  const t = useTranslations();
  return (
    <header className="flex h-12 shrink-0 items-center gap-1 border-b border-hairline px-1 md:hidden">
      <button type="button" className="icon-button size-11" aria-label={t("shell.openMenu")} onClick={onMenu}>
        <Menu className="size-5" aria-hidden="true" />
      </button>
      <p className="min-w-0 flex-1 truncate text-center text-sm font-medium">
        {title || t("common.appName")}
      </p>
      <Link href="/" className="icon-button size-11" aria-label={t("shell.newConversation")} prefetch={false}>
        <SquarePen className="size-5" aria-hidden="true" />
      </Link>
    </header>
  );
}
