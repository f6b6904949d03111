"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { startTransition, Suspense, use, useEffect, useLayoutEffect, useState, type ReactNode } from "react";
import { Menu, SquarePen } from "lucide-react";
import { claimDrafts } from "@/lib/client/conversation/storage";
import type { ConversationSummary } from "@/lib/protocol/conversations";
import { Drawer } from "@/components/ui/drawer";
import { applyLook, sidebarCookie, writeCookie, type Theme } from "@/components/ui/preferences";
import { Toaster } from "@/components/ui/toaster";
import { useClock, type Clock } from "@/components/ui/use-clock";
import { openConversationStore, type OpenConversation } from "@/lib/client/open-conversation";
import type { Look } from "@/lib/protocol/look";
import { ConversationBar } from "./conversation-bar";
import { useFolders } from "./conversations/use-folders";
import { useConversations, type FirstList } from "./conversations/use-conversations";
import { useOverlay, type Overlay, type SetOverlay } from "./palette/use-overlay";
import { PaletteFrame } from "./palette/palette-frame";
import type { PaletteProps } from "./palette/palette-entry";
import { Rail } from "./rail";
import { useTabTitle } from "./use-tab-title";
import type { ShownNotice } from "./site-notice";
import { SessionNotice } from "./session-notice";
import { Sidebar } from "./sidebar";
import { SkipLink } from "./skip-link";
import type { ShellPerson } from "./account-menu";
import Link from "next/link";
import dynamic from "next/dynamic";
import { useStore } from "zustand";

export type ShellProps = {
  /** A promise where the page does not wait for it, of `null` where it cannot be read. */
  listed: FirstList | Promise<FirstList | null>;
  /** What the person set on another browser; `null` where this one knows it. */
  look: Look | null;
  clock: Clock;
  theme: Theme;
  isCollapsed: boolean;
  isAdmin: boolean;
  person: ShellPerson;
  /** What the site tells everybody. */
  notice: ShownNotice | null;
  children: ReactNode;
};

/** Around every page: the list of conversations beside it, on a phone in a drawer, and what floats above. */
export function Shell({ listed, look, clock, theme, person, children, ...rest }: ShellProps) {
  const { isCollapsed, isAdmin, notice } = rest;
  const t = useTranslations("shell");
  const pathname = usePathname();
  const openId = /^\/c\/([^/]+)/.exec(pathname)?.[1] ?? null;
  const { coming, list, folderList, onArrived } = useListed(listed, openId);
  const open = useOpen(openId, list.conversations);
  const now = useClock(clock);
  useTabTitle(open);
  const [collapsed, setCollapsed] = useCollapsed(isCollapsed);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [overlay, setOverlay] = useOverlay();
  // Before the composer reads its draft, which it does in an effect.
  useLayoutEffect(() => claimDrafts(person.id), [person.id]);
  useLayoutEffect(() => (look === null ? undefined : applyLook(look)), [look]);
  const sidebar = {
    ...{ ...list, coming, folderList, clock: now, openId, theme, isAdmin, person },
    onOverlay: setOverlay,
  };

  return (
    <div className="relative flex h-dvh overflow-clip">
      <SkipLink />
      <div className="hidden md:contents">
        {collapsed ? (
          <Rail {...sidebar} onNavigate={stay} onExpand={() => setCollapsed(false)} />
        ) : (
          <aside className="flex w-68 shrink-0 flex-col border-e border-hairline bg-rail">
            <Sidebar {...sidebar} onNavigate={stay} onHide={() => setCollapsed(true)} />
          </aside>
        )}
      </div>
      <Suspense fallback={null}>{coming !== null && <Arrival {...{ coming, onArrived }} />}</Suspense>
      <div className="relative flex min-w-0 flex-1 flex-col">
        <TopBar isEmpty={open === null} onMenu={() => setDrawerOpen(true)}>
          {open !== null && <ConversationBar {...sidebar} conversation={open} overlay={overlay} />}
        </TopBar>
        <SessionNotice personId={person.id} />
        {notice !== null && <SiteNotice {...notice} />}
        <main id="content" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
          {children}
        </main>
        <Toaster />
      </div>
      {isDrawerOpen && (
        <Drawer label={t("conversations")} onClose={() => setDrawerOpen(false)}>
          <Sidebar
            {...sidebar}
            onNavigate={() => setDrawerOpen(false)}
            onHide={() => setDrawerOpen(false)}
            isDrawer
          />
        </Drawer>
      )}
      <Overlays {...{ ...list, overlay, open, isAdmin }} onChange={setOverlay} />
    </div>
  );
}

type Listed = ShellProps["listed"];

/** The lists, empty until they are there; `coming` is then what they are read from. */
function useListed(listed: Listed, openId: string | null) {
  const [first, onArrived] = useState(listed instanceof Promise ? null : listed);
  const list = useConversations(first, openId);
  const folderList = useFolders(first?.folders ?? null);
  return { coming: first === null ? listed : null, list, folderList, onArrived };
}

function Arrival({ coming, onArrived }: { coming: Listed; onArrived: (first: FirstList) => void }): null {
  const first = coming instanceof Promise ? use(coming) : coming;
  useEffect(() => {
    if (first !== null) startTransition(() => onArrived(first));
  }, [first, onArrived]);
  return null;
}

function useCollapsed(initial: boolean): [boolean, (collapsed: boolean) => void] {
  const [collapsed, setCollapsed] = useState(initial);
  const change = (next: boolean): void => {
    setCollapsed(next);
    writeCookie(sidebarCookie, next ? "collapsed" : "open");
  };
  return [collapsed, change];
}

/** The standing sidebar stays open when something is opened from it; the drawer closes. */
function stay(): void {}

type TopBarProps = { isEmpty: boolean; onMenu: () => void; children: ReactNode };

/**
 * The page's head: the line of the open conversation, which has its room from the empty page on; on a narrow
 * page the list and a new one beside it.
 */
function TopBar({ isEmpty, onMenu, children }: TopBarProps) {
  const pathname = usePathname();
  const t = useTranslations();
  return (
    <header
      className={`flex h-12 shrink-0 items-center gap-1 border-b px-1 short:h-10 md:px-4 ${toBarClasses(pathname, isEmpty)}`}
    >
      <button
        type="button"
        className="icon-button size-11 md:hidden"
        aria-label={t("shell.openMenu")}
        onClick={onMenu}
      >
        <Menu className="size-5" aria-hidden="true" />
      </button>
      {isEmpty ? (
        <p className="min-w-0 flex-1 truncate text-center text-sm font-medium">{t("common.appName")}</p>
      ) : (
        children
      )}
      <Link
        href="/"
        className="icon-button size-11 md:hidden"
        aria-label={t("shell.newConversation")}
        prefetch={false}
      >
        <SquarePen className="size-5" aria-hidden="true" />
      </Link>
    </header>
  );
}

function toBarClasses(pathname: string, isEmpty: boolean): string {
  if (!isEmpty) return "border-hairline";
  return pathname === "/" || pathname.startsWith("/c/")
    ? "border-hairline md:invisible"
    : "border-hairline md:hidden";
}

/** The open conversation as the list has it, with what its page tells of it. */
function useOpen(openId: string | null, listed: readonly ConversationSummary[]): OpenConversation | null {
  const told = useStore(openConversationStore, ({ open }) => open);
  const known = listed.find(({ id }) => id === openId);
  const own = told?.id === openId ? told : null;
  if (own?.isTemporary) return own;
  return known === undefined ? own : { isTemporary: false, agent: own?.agent ?? null, ...known };
}

const SiteNotice = dynamic(() => import("./site-notice").then((module) => module.SiteNotice));

const ShortcutsDialog = dynamic(
  () => import("./palette/shortcuts-dialog").then((module) => module.ShortcutsDialog),
  {
    ssr: false,
  },
);

type Props = Pick<PaletteProps, "open" | "conversations" | "hidden" | "isAdmin"> & {
  overlay: Overlay | null;
  onChange: SetOverlay;
};

/** The palette and the list of keys; what they list is loaded with their first opening. */
function Overlays({ overlay, onChange, ...named }: Props) {
  if (overlay === "palette")
    return <PaletteFrame {...named} onClose={() => onChange(null)} onOverlay={onChange} />;
  return overlay === "shortcuts" ? <ShortcutsDialog onClose={() => onChange(null)} /> : null;
}
