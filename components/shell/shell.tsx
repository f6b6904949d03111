"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useLayoutEffect, useState, useEffect, useEffectEvent, type ReactNode } from "react";
import { Menu, SquarePen } from "lucide-react";
import { claimDrafts } from "@/lib/client/conversation/storage";
import type { ConversationsReply, ConversationSummary } from "@/lib/protocol/conversations";
import { Drawer } from "@/components/ui/drawer";
import { sidebarCookie, writeCookie, type Theme } from "@/components/ui/preferences";
import { Toaster } from "@/components/ui/toaster";
import { useClock, type Clock } from "@/components/ui/use-clock";
import { useConversations } from "./conversations/use-conversations";
import { useOverlay, type Overlay, type SetOverlay } from "./palette/use-overlay";
import { useSearch } from "./conversations/use-search";
import { PaletteFrame } from "./palette/palette-frame";
import { Rail } from "./rail";
import { Sidebar } from "./sidebar";
import type { ShellPerson } from "./sidebar-footer";
import Link from "next/link";
import dynamic from "next/dynamic";
import { useStore } from "zustand";
import { createAccountApi } from "@/lib/client/account-api";
import { openAfresh } from "@/lib/client/open-afresh";
import { sessionStore } from "@/lib/client/session-end";

export type ShellProps = {
  initial: ConversationsReply;
  clock: Clock;
  theme: Theme;
  isCollapsed: boolean;
  isAdmin: boolean;
  person: ShellPerson;
  children: ReactNode;
};

/** Around every page: the list of conversations beside it, on a phone in a drawer, and what floats above. */
export function Shell({ initial, clock, theme, isCollapsed, isAdmin, person, children }: ShellProps) {
  const t = useTranslations("shell");
  const pathname = usePathname();
  const openId = /^\/c\/([^/]+)/.exec(pathname)?.[1] ?? null;
  const list = useConversations(initial, openId);
  const now = useClock(clock);
  // Here, so that a drawer that is opened again still shows what was found.
  const search = useSearch();
  const [collapsed, setCollapsed] = useCollapsed(isCollapsed);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [overlay, setOverlay] = useOverlay();
  // Before the composer reads its draft, which it does in an effect.
  useLayoutEffect(() => claimDrafts(person.id), [person.id]);
  const title = list.conversations.find(({ id }) => id === openId)?.title;
  const sidebar = { ...list, search, clock: now, openId, theme, isAdmin, person, onOverlay: setOverlay };

  return (
    <div className="relative flex h-dvh overflow-clip">
      <a
        href="#content"
        className="sr-only z-50 rounded-lg bg-raised px-3 py-2 shadow-float focus:not-sr-only focus:absolute focus:start-2 focus:top-2"
      >
        {t("skip")}
      </a>
      <div className="hidden md:contents">
        {collapsed ? (
          <Rail isAdmin={isAdmin} onExpand={() => setCollapsed(false)} onOverlay={setOverlay} />
        ) : (
          <aside className="flex w-68 shrink-0 flex-col border-e border-hairline">
            <Sidebar {...sidebar} onNavigate={stay} onHide={() => setCollapsed(true)} />
          </aside>
        )}
      </div>
      <div className="flex min-w-0 flex-1 flex-col">
        <PhoneBar title={title} onMenu={() => setDrawerOpen(true)} />
        <SessionNotice personId={person.id} />
        <main id="content" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
          {children}
        </main>
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
      <Overlays open={overlay} onChange={setOverlay} conversations={list.conversations} isAdmin={isAdmin} />
      <Toaster />
    </div>
  );
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

/** The narrow page's head: the way to the list, what is open, and a new one. */
function PhoneBar({ title, onMenu }: { title: string | undefined; onMenu: () => void }) {
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

const ShortcutsDialog = dynamic(
  () => import("./palette/shortcuts-dialog").then((module) => module.ShortcutsDialog),
  {
    ssr: false,
  },
);

type Props = {
  open: Overlay | null;
  onChange: SetOverlay;
  conversations: ConversationSummary[];
  isAdmin: boolean;
};

/** The palette and the list of keys; what they list is loaded with their first opening. */
function Overlays({ open, onChange, conversations, isAdmin }: Props) {
  if (open === "palette")
    return (
      <PaletteFrame
        conversations={conversations}
        isAdmin={isAdmin}
        onClose={() => onChange(null)}
        onOverlay={onChange}
      />
    );
  return open === "shortcuts" ? <ShortcutsDialog onClose={() => onChange(null)} /> : null;
}

const api = createAccountApi();

/**
 * Says that the session is over and opens the sign-in page in a tab of its own: what is written or chosen
 * here stays, and goes on once the same person is signed in again. Somebody else gets a page of their own.
 */
function SessionNotice({ personId }: { personId: string }) {
  const t = useTranslations("shell.session");
  const { isOver } = useStore(sessionStore);
  useReturn(isOver, personId, () => sessionStore.setState({ isOver: false }));
  return (
    <div role="alert" className="shrink-0">
      {isOver && (
        <p className="flex flex-wrap items-center justify-center gap-x-3 border-b border-hairline bg-tint px-4 py-2 text-sm">
          {t("over")}
          <a
            href="/sign-in"
            target="_blank"
            rel="noreferrer"
            className="rounded-sm font-medium text-accent underline underline-offset-3 pointer-coarse:py-3"
          >
            {t("again")}
          </a>
        </p>
      )}
    </div>
  );
}

/** Each time the page is looked at again, it asks who is signed in now. */
function useReturn(isOver: boolean, personId: string, onSame: () => void): void {
  const ask = useEffectEvent(async (signal: AbortSignal): Promise<void> => {
    const answer = await api.getAccount(signal);
    if (!answer.ok || signal.aborted) return;
    if (answer.value.id === personId) onSame();
    else openAfresh("/");
  });
  useEffect(() => {
    if (!isOver) return;
    const left = new AbortController();
    window.addEventListener("focus", () => void ask(left.signal), { signal: left.signal });
    return () => left.abort();
  }, [isOver]);
}
