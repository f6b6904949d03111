import { Keyboard, Settings2 } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { LanguageSwitch } from "./language-switch";
import type { Theme } from "./preferences";
import { ThemeSwitch } from "./theme-switch";
import type { SetOverlay } from "./use-overlay";

type Props = { theme: Theme; isAdmin: boolean; onNavigate: () => void; onOverlay: SetOverlay };

export function SidebarFooter({ theme, isAdmin, onNavigate, onOverlay }: Props) {
  const t = useTranslations("shell");
  const isHere = usePathname().startsWith("/admin");
  return (
    <footer className="flex shrink-0 flex-col gap-2 border-t border-hairline p-3">
      <div className="flex items-center gap-1">
        {isAdmin && (
          <Link
            href="/admin"
            prefetch={false}
            onClick={onNavigate}
            aria-current={isHere ? "page" : undefined}
            className="quiet-button me-auto aria-[current=page]:bg-tint aria-[current=page]:text-ink"
          >
            <Settings2 className="size-4" aria-hidden="true" />
            {t("admin")}
          </Link>
        )}
        <button
          type="button"
          className="icon-button ms-auto size-8 pointer-coarse:size-11"
          title={`${t("keys")} (?)`}
          aria-label={t("keys")}
          onClick={() => onOverlay("shortcuts")}
        >
          <Keyboard className="size-4" aria-hidden="true" />
        </button>
      </div>
      <div className="flex items-center justify-between">
        <ThemeSwitch initial={theme} />
        <LanguageSwitch />
      </div>
    </footer>
  );
}
