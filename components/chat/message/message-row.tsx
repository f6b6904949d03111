"use client";

import { lazy, memo, Suspense } from "react";
import { useTranslations } from "next-intl";
import { joinClasses } from "@/components/ui/class-names";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { AssistantMessage } from "./assistant-message";
import type { MessageRowProps } from "./message-actions";
import { PictureList } from "./picture-list";

const FileCards = lazy(async () => ({ default: (await import("./file-cards")).FileCards }));

/** Messages that do not change keep their identity, so only the one that is being written is drawn again. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, isLast } = props;
  return (
    <div
      className={joinClasses(
        message.role === "user" ? "pb-5" : "pb-9",
        !isLast && "[contain-intrinsic-size:auto_20rem] [content-visibility:auto]",
      )}
    >
      {message.role === "user" ? <UserMessage message={message} /> : <AssistantMessage {...props} />}
    </div>
  );
});

/** The question, as it was written. */
function UserMessage({ message }: { message: ChatMessage }) {
  const t = useTranslations("chat");
  const text = message.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
  const files = message.parts.flatMap((part) => (part.type === "file" ? [part] : []));
  const pictures = files.filter(({ mediaType }) => mediaType.startsWith("image/"));
  const documents = files.filter((file) => !pictures.includes(file));
  return (
    <article
      aria-label={t("you")}
      data-message={message.id}
      className="w-fit scroll-mt-4 max-w-full rounded-xl bg-sunken px-4 py-2.5"
    >
      {documents.length > 0 && (
        <Suspense fallback={null}>
          <FileCards files={documents} />
        </Suspense>
      )}
      {pictures.length > 0 && (
        <div className="mb-2 pt-1">
          <PictureList
            pictures={pictures.map(({ url, filename }) => ({
              url,
              description: filename ?? t("images.yours"),
            }))}
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
