import { BookMarked, LibraryBig, PanelLeftOpen, Search, Settings2, SquarePen, UserRound } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { toIconItem } from "@/components/ui/icon-item";
import type { SetOverlay } from "@/components/shell/palette/use-overlay";

type Props = { isAdmin: boolean; onExpand: () => void; onOverlay: SetOverlay };

/** What is left of the sidebar when it is collapsed. */
export function Rail({ isAdmin, onExpand, onOverlay }: Props) {
  const t = useTranslations("shell");
  return (
    <aside className="flex w-14 shrink-0 flex-col items-center gap-1 border-e border-hairline py-3">
      <button type="button" {...toIconItem(t("expand"))} onClick={onExpand}>
        <PanelLeftOpen className="size-4.5" aria-hidden="true" />
      </button>
      <Link href="/" {...toIconItem(t("newConversation"))} prefetch={false}>
        <SquarePen className="size-4.5" aria-hidden="true" />
      </Link>
      <button type="button" {...toIconItem(t("palette.label"))} onClick={() => onOverlay("palette")}>
        <Search className="size-4.5" aria-hidden="true" />
      </button>
      <div className="mt-auto flex flex-col gap-1">
        <Link href="/library" {...toIconItem(t("library"))} prefetch={false}>
          <LibraryBig className="size-4.5" aria-hidden="true" />
        </Link>
        <Link href="/memory" {...toIconItem(t("memory"))} prefetch={false}>
          <BookMarked className="size-4.5" aria-hidden="true" />
        </Link>
        {isAdmin && (
          <Link href="/admin" {...toIconItem(t("admin"))} prefetch={false}>
            <Settings2 className="size-4.5" aria-hidden="true" />
          </Link>
        )}
        <Link href="/account" {...toIconItem(t("account.open"))} prefetch={false}>
          <UserRound className="size-4.5" aria-hidden="true" />
        </Link>
      </div>
    </aside>
  );
}
