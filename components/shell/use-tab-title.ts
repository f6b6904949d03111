import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { hasSignal, signalAttribute } from "@/components/ui/tab-signal";
import type { OpenConversation } from "@/lib/client/open-conversation";

/** Stands before the title of a page that somebody should look at again. */
const signalMark = "● ";

/**
 * Names the tab after the open conversation as soon as it has a title, and keeps one title in the document:
 * between two pages the framework takes the old one off before it brings the new one. What waits for the
 * person is marked in front of it.
 */
export function useTabTitle(open: OpenConversation | null): void {
  const site = useTranslations("common")("appName");
  const wanted = open === null || open.isTemporary || open.title === "" ? null : `${open.title} · ${site}`;
  useEffect(() => {
    const standIn = document.createElement("title");
    const given = new Map<HTMLTitleElement, string>();
    const write = (): void => {
      const [title] = [...document.head.querySelectorAll("title")].filter((each) => each !== standIn);
      if (title !== undefined) standIn.remove();
      else if (!standIn.isConnected) {
        standIn.textContent = wanted ?? site;
        document.head.append(standIn);
      }
      if (title === undefined) return;
      const bare = title.text.startsWith(signalMark) ? title.text.slice(signalMark.length) : title.text;
      const text = `${hasSignal() ? signalMark : ""}${wanted ?? bare}`;
      if (title.text === text) return;
      given.set(title, given.get(title) ?? bare);
      title.text = text;
    };
    write();
    const observer = new MutationObserver(write);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    observer.observe(document.documentElement, { attributeFilter: [signalAttribute] });
    return () => {
      observer.disconnect();
      standIn.remove();
      for (const [title, text] of given) title.text = text;
    };
  }, [wanted, site]);
}
