import { useEffect } from "react";
import type { OpenConversation } from "@/lib/client/open-conversation";

/**
 * Names the tab after the open conversation as soon as it has a title, and keeps one title in the document:
 * between two pages the framework takes the old one off before it brings the new one. What waits for the
 * person is marked in front of it.
 */
export function useTabTitle(open: OpenConversation | null): void {
  const wanted = open === null || open.isTemporary || open.title === "" ? null : `${open.title} · Sextant`;
  useEffect(() => {
    const standIn = document.createElement("title");
    const given = new Map<HTMLTitleElement, string>();
    const write = (): void => {
      const [title] = [...document.head.querySelectorAll("title")].filter((each) => each !== standIn);
      if (title !== undefined) standIn.remove();
      else if (!standIn.isConnected) {
        standIn.textContent = wanted ?? "Sextant";
        document.head.append(standIn);
      }
      if (title === undefined || wanted === null || title.text.endsWith(wanted)) return;
      given.set(title, title.text);
      title.text = wanted;
    };
    write();
    const observer = new MutationObserver(write);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      standIn.remove();
      for (const [title, text] of given) title.text = text;
    };
  }, [wanted]);
}
