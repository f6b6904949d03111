import { useTranslations } from "next-intl";
import { useStore } from "zustand";
import type { ConversationStore } from "@/lib/client/conversation/store";
import { toMessageText } from "@/lib/protocol/message-text";

/** What was asked, in its place, until the code of the list is there. */
export function EarlyList({ store }: { store: ConversationStore }) {
  const t = useTranslations("chat");
  const messages = useStore(store, (state) => state.messages);
  const isUnsent = useStore(store, ({ phase }) => phase === "unsent");
  return (
    <div role="log" aria-label={t("log")} className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex w-full max-w-measure flex-col items-start gap-6 px-4 pt-6 sm:px-6 short:pt-3">
        {messages.map((message) => (
          <article
            key={message.id}
            aria-label={t("you")}
            dir="auto"
            className="rounded-xl bg-sunken px-4 py-2.5 wrap-anywhere whitespace-pre-wrap"
          >
            {toMessageText(message)}
          </article>
        ))}
        {isUnsent && <p className="text-sm text-quiet">{t("unsent")}</p>}
      </div>
    </div>
  );
}
