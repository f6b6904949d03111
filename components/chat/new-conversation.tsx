"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Chat } from "./chat";
import { writeDraft } from "@/lib/client/conversation/storage";
import { toTemporaryKey } from "@/lib/client/conversation/storage";
import { temporaryAddress } from "@/lib/client/conversation/temporary";
import type { ClientSettings } from "@/lib/protocol/client-settings";
import type { QuotaState } from "@/lib/protocol/quotas";

type Props = { settings: ClientSettings; quota: QuotaState; isFirst: boolean };

/**
 * A conversation that begins here. With its first message its address becomes its own without leaving this
 * page, so the page starts anew whenever the address is the start page's again.
 */
export function NewConversation({ settings, quota, isFirst }: Props) {
  const pathname = usePathname();
  const isAsked = useSearchParams().has("temporary");
  const [conversation, setConversation] = useState({
    pathname,
    id: crypto.randomUUID(),
    isTemporary: isAsked,
  });
  // Its own address does not say whether it is temporary; what it began as, it stays.
  const isTemporary = pathname === "/" ? isAsked : conversation.isTemporary;
  if (pathname !== conversation.pathname || isTemporary !== conversation.isTemporary) {
    const isNew = pathname !== conversation.pathname && pathname === "/";
    setConversation({ pathname, id: isNew ? crypto.randomUUID() : conversation.id, isTemporary });
  }
  const begun = useRef<string | null>(null);
  // A browser that leaves for the start page as soon as the conversation has its address may draw neither.
  useLayoutEffect(() => {
    if (begun.current !== conversation.id || window.location.pathname !== "/") return;
    setConversation({ pathname: "/", id: crypto.randomUUID(), isTemporary: isAsked });
    // The settings are new whenever the server has drawn the page.
  }, [conversation.id, isAsked, settings]);
  const isOther = pathname !== "/" && pathname !== `/c/${conversation.id}`;
  useReload(isOther, pathname);
  if (isOther) return null;
  return (
    <Chat
      conversationId={conversation.id}
      initialMessages={[]}
      olderCursor={null}
      isRunning={false}
      settings={settings}
      quota={quota}
      isFirst={isFirst}
      isTemporary={isTemporary}
      onTemporary={switchTemporary}
      onBegun={() => void (begun.current = conversation.id)}
    />
  );
}

/** What is written already goes with it. */
function switchTemporary(isTemporary: boolean): void {
  writeDraft(isTemporary ? "new" : toTemporaryKey("new"), "");
  window.history.replaceState(null, "", isTemporary ? temporaryAddress : "/");
}

/** "Back" may show this page under the address of a conversation begun on it, which has its own page. */
function useReload(isNeeded: boolean, pathname: string): void {
  const router = useRouter();
  useEffect(() => {
    if (isNeeded) router.replace(pathname);
  }, [isNeeded, pathname, router]);
}
