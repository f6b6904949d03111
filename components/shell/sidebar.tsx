import { PanelLeftClose, SquarePen, X } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Suspense, useRef } from "react";
import {
  ConversationList,
  type ConversationListProps,
} from "@/components/shell/conversations/conversation-list";
import { toIconItem } from "@/components/ui/icon-item";
import { Logo } from "@/components/ui/logo";
import { SearchField } from "@/components/shell/conversations/search-field";
import { SearchResults } from "@/components/shell/conversations/search-results";
import { AccountMenu, type AccountMenuProps } from "./account-menu";
import type { Search as SearchState } from "@/components/shell/conversations/use-search";

type SidebarProps = ConversationListProps &
  AccountMenuProps & {
    hidden: readonly string[];
    search: SearchState;
    isDrawer?: boolean;
    onHide: () => void;
  };

export function Sidebar(props: SidebarProps) {
  const { conversations, hidden, openId, search, onNavigate } = props;
  const t = useTranslations("shell");
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLElement>(null);
  return (
    <>
      <SidebarHead {...props} />
      <div className="px-3 pb-2">
        <Link
          href="/"
          prefetch={false}
          onClick={onNavigate}
          className="flex h-10 items-center gap-2.5 rounded-lg border border-hairline bg-raised px-3 text-sm font-medium pointer-coarse:h-11 transition-colors duration-150 hover:border-strong"
        >
          <SquarePen className="size-4 text-accent" aria-hidden="true" />
          <span className="flex-1">{t("newConversation")}</span>
        </Link>
        <SearchField
          ref={field}
          search={search}
          onPalette={() => {
            onNavigate();
            props.onOverlay("palette");
          }}
          onDown={() => list.current?.querySelector<HTMLElement>("[data-result]")?.focus()}
        />
      </div>
      <nav
        ref={list}
        aria-label={t("conversations")}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-3 pb-4"
      >
        {search.state.query === "" ? (
          // Taken over after the composer, which does not wait for it.
          <Suspense>
            <ConversationList {...props} scroller={list} />
          </Suspense>
        ) : (
          <SearchResults
            {...{ search, conversations, hidden, openId, onNavigate }}
            onLeave={() => field.current?.focus()}
          />
        )}
      </nav>
      <footer className="shrink-0 border-t border-hairline p-2">
        <AccountMenu {...props} />
      </footer>
    </>
  );
}

function SidebarHead({ isDrawer = false, onHide, onNavigate }: SidebarProps) {
  const t = useTranslations();
  const HideIcon = isDrawer ? X : PanelLeftClose;
  const hideLabel = t(isDrawer ? "shell.closeMenu" : "shell.collapse");
  return (
    <div className="flex h-14 shrink-0 items-center ps-4 pe-2">
      <Link
        href="/"
        className="me-auto flex items-center gap-2 rounded-md py-2 pe-1 font-semibold tracking-tight pointer-coarse:min-h-11"
        prefetch={false}
        onClick={onNavigate}
      >
        <Logo />
        {t("common.appName")}
      </Link>
      <button type="button" {...toIconItem(hideLabel)} onClick={onHide}>
        <HideIcon className="size-4.5" aria-hidden="true" />
      </button>
    </div>
  );
}
