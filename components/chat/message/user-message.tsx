"use client";

import { useTranslations } from "next-intl";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { PictureList } from "./picture-list";

/** The question, as it was written. */
export function UserMessage({ message }: { message: ChatMessage }) {
  const t = useTranslations("chat");
  const text = message.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
  const files = message.parts.flatMap((part) => (part.type === "file" ? [part] : []));
  return (
    <article
      aria-label={t("you")}
      data-message={message.id}
      className="w-fit scroll-mt-4 max-w-full rounded-xl bg-sunken px-4 py-2.5"
    >
      {files.length > 0 && (
        <div className="mb-2 pt-1">
          <PictureList
            pictures={files.map(({ url, filename }) => ({ url, description: filename ?? t("images.yours") }))}
            className="h-28 w-auto"
          />
        </div>
      )}
      {text !== "" && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {text}
        </p>
      )}
    </article>
  );
}
