"use client";

import { useTranslations } from "next-intl";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { MessageActions } from "./message-actions";
import { PictureButton } from "./picture-button";

/** The question, as it was written. */
export function UserMessage({ message }: { message: ChatMessage; actions: MessageActions }) {
  const t = useTranslations("chat");
  const text = message.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
  const files = message.parts.flatMap((part) => (part.type === "file" ? [part] : []));
  return (
    <article aria-label={t("you")} className="w-fit max-w-full rounded-xl bg-sunken px-4 py-2.5">
      {files.length > 0 && (
        <ul className="mb-2 flex flex-wrap gap-2 pt-1">
          {files.map((file) => (
            <li key={file.url}>
              <PictureButton url={file.url} description={file.filename ?? t("images.yours")} className="h-28 w-auto" />
            </li>
          ))}
        </ul>
      )}
      {text !== "" && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {text}
        </p>
      )}
    </article>
  );
}
