import { PanelLeftClose, Search, SquarePen, X } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { Suspense, use, useMemo, useRef, useTransition, type ComponentProps } from "react";
import {
  ConversationList,
  type ConversationListProps,
} from "@/components/shell/conversations/conversation-list";
import { toListState } from "@/components/shell/conversations/conversations-reducer";
import type { FirstList } from "@/components/shell/conversations/use-conversations";
import { toIconItem } from "@/components/ui/icon-item";
import { useModifierName } from "@/components/ui/key-names";
import { Logo } from "@/components/ui/logo";
import { AccountMenu, type AccountMenuProps } from "./account-menu";

type SidebarProps = ConversationListProps &
  AccountMenuProps & { coming: Coming; isDrawer?: boolean; onHide: () => void };

/** The list that the shell does not have yet. */
type Coming = FirstList | Promise<FirstList | null> | null;

export function Sidebar(props: SidebarProps) {
  const { onNavigate, onOverlay } = props;
  const t = useTranslations("shell");
  const modifier = useModifierName();
  const list = useRef<HTMLElement>(null);
  return (
    <>
      <SidebarHead {...props} />
      <div className="grid gap-1 px-3 pb-2">
        <Link
          href="/"
          prefetch={false}
          onClick={onNavigate}
          className="flex h-10 items-center gap-2.5 rounded-lg border border-hairline bg-raised px-3 text-sm font-medium pointer-coarse:h-11 transition-colors duration-150 hover:border-strong"
        >
          <SquarePen className="size-4 text-accent" aria-hidden="true" />
          <span className="flex-1">{t("newConversation")}</span>
        </Link>
        <button
          type="button"
          className="menu-item px-3"
          onClick={() => {
            onNavigate();
            onOverlay("palette");
          }}
        >
          <Search className="size-4 text-quiet" aria-hidden="true" />
          <span className="flex-1">{t("search.label")}</span>
          <kbd className="key" aria-hidden="true">
            {modifier} K
          </kbd>
        </button>
      </div>
      <nav
        ref={list}
        aria-label={t("conversations")}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-3 pb-4"
      >
        {/* Sent behind the page and taken over after the composer, which does not wait for it. */}
        <Suspense fallback={null}>
          <ComingList {...props} scroller={list} />
        </Suspense>
      </nav>
      <footer className="shrink-0 border-t border-hairline p-2">
        <AccountMenu {...props} />
      </footer>
    </>
  );
}

type ComingListProps = ComponentProps<typeof ConversationList> & { coming: Coming };

function ComingList({ coming, ...list }: ComingListProps) {
  const first = coming instanceof Promise ? use(coming) : coming;
  const { conversations, cursor } = useMemo(() => toListState(first), [first]);
  if (coming === null) return <ConversationList {...list} />;
  if (first === null) return <LostList />;
  const folderList = { ...list.folderList, folders: first.folders };
  return <ConversationList {...list} {...{ conversations, folderList }} hasMore={cursor !== null} />;
}

/** It could not be read. The rest of the page stays as it is while that is tried again. */
function LostList() {
  const t = useTranslations();
  const { refresh } = useRouter();
  const [isTrying, startTrying] = useTransition();
  return (
    <div className="px-2 py-3 text-sm leading-5 text-quiet">
      <p role="status">{t("shell.lost")}</p>
      <button
        type="button"
        className="quiet-button -ms-2 mt-2 aria-disabled:opacity-50"
        aria-disabled={isTrying}
        onClick={() => !isTrying && startTrying(refresh)}
      >
        {t("common.retry")}
      </button>
    </div>
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
