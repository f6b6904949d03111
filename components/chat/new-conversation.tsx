"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useLocale } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { answerWords, type AnswerWords } from "@/i18n/answer-words";
import { isLocale } from "@/i18n/locales";
import { untilIdle } from "@/lib/client/wait";
import { Chat } from "./chat";
import { EarlyList } from "./early-list";
import type { MessageList } from "./message-list";
import { WithWords } from "./with-words";
import { findUnsentId, toTemporaryKey, writeDraft } from "@/lib/client/conversation/storage";
import { temporaryAddress } from "@/lib/client/conversation/temporary";
import type { ClientSettings } from "@/lib/protocol/client-settings";
import type { QuotaState } from "@/lib/features/quotas/shape/quotas";

type Props = { settings: ClientSettings; quota: QuotaState };

/**
 * A conversation that begins here. With its first message its address becomes its own without leaving this
 * page, so the page starts anew whenever the address is the start page's again.
 */
export function NewConversation({ settings, quota }: Props) {
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
  const drawing = useDrawing(pathname !== "/");
  if (isOther) return null;
  return (
    <WithWords words={drawing?.words ?? null}>
      <Chat
        List={drawing?.List ?? EarlyList}
        conversationId={conversation.id}
        initialMessages={[]}
        olderCursor={null}
        isRunning={false}
        settings={settings}
        quota={quota}
        isTemporary={isTemporary}
        onTemporary={switchTemporary}
        onBegun={() => setBegunId(conversation.id)}
      />
    </WithWords>
  );
}

/** Of what was sent and may have arrived: its conversation is that one. */
const toNewId = (isTemporary: boolean): string =>
  findUnsentId(isTemporary ? toTemporaryKey("new") : "new") ?? crypto.randomUUID();

type MessageDrawing = { words: AnswerWords; List: typeof MessageList };

/** What an answer is drawn with is loaded once the page has nothing else to do: before somebody has asked. */
function useDrawing(isNeeded: boolean): MessageDrawing | null {
  const locale = useLocale();
  const [drawing, setDrawing] = useState<MessageDrawing | null>(null);
  const isThere = drawing !== null;
  useEffect(() => {
    if (isThere || !isLocale(locale)) return;
    const left = new AbortController();
    const load = async (): Promise<void> => {
      if (!isNeeded) await untilIdle(left.signal);
      if (left.signal.aborted) return;
      const [words, { MessageList: List }] = await Promise.all([
        answerWords[locale](),
        import("./message-list"),
      ]);
      setDrawing({ words, List });
    };
    load().catch((error: unknown) => {
      if (!isNeeded) return;
      // What was sent is kept, and stands on the page that comes with the network.
      const reload = () => window.location.reload();
      if (!navigator.onLine) return window.addEventListener("online", reload, { signal: left.signal });
      setDrawing(() => {
        throw error;
      });
    });
    return () => left.abort();
  }, [isThere, isNeeded, locale]);
  return drawing;
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
