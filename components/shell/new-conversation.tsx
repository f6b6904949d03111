"use client";

import { usePathname, useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Chat } from "@/components/chat/chat";
import type { ClientSettings } from "@/lib/protocol/client-settings";
import type { QuotaState } from "@/lib/protocol/quotas";

/**
 * A conversation that begins here. With its first message its address becomes its own without leaving this page, so the
 * page starts anew whenever the address is the start page's again.
 */
export function NewConversation({ settings, quota }: { settings: ClientSettings; quota: QuotaState }) {
  const pathname = usePathname();
  const [conversation, setConversation] = useState({ pathname, id: crypto.randomUUID() });
  if (pathname !== conversation.pathname) {
    setConversation({ pathname, id: pathname === "/" ? crypto.randomUUID() : conversation.id });
  }
  const isOther = pathname !== "/" && pathname !== `/c/${conversation.id}`;
  useReload(isOther, pathname);
  if (isOther) return null;
  return <Chat conversationId={conversation.id} initialMessages={[]} olderCursor={null} isRunning={false} settings={settings} quota={quota} />;
}

/** "Back" may bring this page under the address of a conversation that began on it: that one has a page of its own. */
function useReload(isNeeded: boolean, pathname: string): void {
  const router = useRouter();
  useEffect(() => {
    if (isNeeded) router.replace(pathname);
  }, [isNeeded, pathname, router]);
}
