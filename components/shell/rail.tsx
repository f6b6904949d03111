import { PanelLeftOpen, Search, SquarePen } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { toIconItem } from "@/components/ui/icon-item";
import { AccountMenu, type AccountMenuProps } from "./account-menu";

type Props = AccountMenuProps & { onExpand: () => void };

/** What is left of the sidebar when it is collapsed. */
export function Rail({ onExpand, ...account }: Props) {
  const t = useTranslations("shell");
  return (
    <aside className="flex w-15 shrink-0 flex-col items-center gap-1 border-e border-hairline bg-rail py-3">
      <button type="button" {...toIconItem(t("expand"))} onClick={onExpand}>
        <PanelLeftOpen className="size-4.5" aria-hidden="true" />
      </button>
      <Link href="/" {...toIconItem(t("newConversation"))} prefetch={false}>
        <SquarePen className="size-4.5" aria-hidden="true" />
      </Link>
      <button type="button" {...toIconItem(t("search.label"))} onClick={() => account.onOverlay("palette")}>
        <Search className="size-4.5" aria-hidden="true" />
      </button>
      <div className="mt-auto">
        <AccountMenu {...account} isFolded />
      </div>
    </aside>
  );
}
