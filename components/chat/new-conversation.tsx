"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useEffect, useEffectEvent, useState } from "react";
import { Chat } from "./chat";
import { findUnsentId, toTemporaryKey, writeDraft } from "@/lib/client/conversation/storage";
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
  const [conversation, setConversation] = useState(() => ({
    pathname,
    id: toNewId(isAsked),
    isTemporary: isAsked,
  }));
  // Its own address does not say whether it is temporary; what it began as, it stays.
  const isTemporary = pathname === "/" ? isAsked : conversation.isTemporary;
  if (pathname !== conversation.pathname || isTemporary !== conversation.isTemporary) {
    const isNew = pathname !== conversation.pathname && pathname === "/";
    setConversation({ pathname, id: isNew ? toNewId(isTemporary) : conversation.id, isTemporary });
  }
  const [begunId, setBegunId] = useState<string | null>(null);
  useLeavingAtOnce(begunId === conversation.id && pathname === "/", () =>
    setConversation({ pathname, id: toNewId(isAsked), isTemporary: isAsked }),
  );
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
      onBegun={() => setBegunId(conversation.id)}
    />
  );
}

/** Of what was sent and may have arrived: its conversation is that one. */
const toNewId = (isTemporary: boolean): string =>
  findUnsentId(isTemporary ? toTemporaryKey("new") : "new") ?? crypto.randomUUID();

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

/**
 * Between the conversation's own address in the browser and the page's knowing of it, somebody may leave for
 * the start page. Both changes are then drawn as none, so only the address tells.
 */
function useLeavingAtOnce(isArriving: boolean, onLeft: () => void): void {
  const leave = useEffectEvent(onLeft);
  useEffect(() => {
    if (!isArriving) return;
    let frame = 0;
    const look = () => {
      if (window.location.pathname === "/") leave();
      else frame = requestAnimationFrame(look);
    };
    frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [isArriving]);
}
