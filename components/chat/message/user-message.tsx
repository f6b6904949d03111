import { lazy, Suspense, useState } from "react";
import { Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/copy-button";
import { joinClasses } from "@/components/ui/class-names";
import { IconButton } from "@/components/ui/icon-button";
import { TextEdit } from "@/components/ui/text-edit";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { toMessageText } from "@/lib/protocol/message-text";
import type { Mention } from "@/lib/protocol/mentions";
import type { MessageRowProps } from "./message-actions";
import { PictureList } from "./picture-list";
import { VersionSwitch } from "./version-switch";

const MentionChips = lazy(async () => ({
  default: (await import("@/components/chat/suggestions/mention-chips")).MentionChips,
}));
const FileCards = lazy(async () => ({
  default: (await import("@/components/documents/file-cards")).FileCards,
}));

/** The question, as it was written, and what can be done with it. */
export function UserMessage({ message, editedText, versions, isIdle, actions }: MessageRowProps) {
  const t = useTranslations("chat");
  const text = message.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
  const isEdited = editedText !== null;
  const [mentions, setMentions] = useState(message.metadata?.mentions ?? noMentions);
  return (
    <div className="group flex flex-col items-start">
      <div className={joinClasses("relative max-w-full", isEdited && "w-full")}>
        <article
          aria-label={t("you")}
          // A finger shows with it what a pointer shows by hovering.
          tabIndex={-1}
          data-message={message.id}
          className="scroll-mt-4 rounded-xl bg-sunken px-4 py-2.5 outline-none"
        >
          <QuestionFiles message={message} />
          {mentions.length > 0 && (
            <Suspense fallback={null}>
              <MentionChips
                mentions={mentions}
                {...(isEdited && { onRemove: (gone) => setMentions(mentions.filter((one) => one !== gone)) })}
                className="mb-1.5"
              />
            </Suspense>
          )}
          {isEdited ? (
            <TextEdit
              text={editedText}
              label={t("edit.label")}
              keepLabel={t("edit.send")}
              cancelLabel={t("edit.cancel")}
              onEnd={(words) => endEditing(message, { words, mentions }, actions)}
            />
          ) : (
            text !== "" && (
              <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
                {text}
              </p>
            )
          )}
        </article>
        {!isEdited && <QuestionActions {...{ message, text, isIdle, actions }} />}
      </div>
      {!isEdited && (
        <div className="mt-1 flex text-quiet empty:hidden">
          <VersionSwitch {...{ versions, isIdle }} messageId={message.id} onShow={actions.showVersion} />
        </div>
      )}
    </div>
  );
}

type QuestionActionsProps = Pick<MessageRowProps, "message" | "isIdle" | "actions"> & { text: string };

/** Over the lower edge of the question, where they take no room. */
function QuestionActions({ message, text, isIdle, actions }: QuestionActionsProps) {
  const t = useTranslations("chat");
  return (
    <div className="absolute end-2 top-full flex -translate-y-1/2 rounded-lg border border-hairline bg-raised text-quiet opacity-0 transition-opacity duration-120 group-focus-within:opacity-100 group-hover:opacity-100">
      {text !== "" && (
        <CopyButton text={text} label={t("actions.copyQuestion")} doneLabel={t("copied")} tip="right" />
      )}
      {isIdle && (
        <IconButton
          label={t("actions.edit")}
          icon={<Pencil size={15} aria-hidden />}
          tip="right"
          onClick={() => actions.beginEditing(message.id)}
          className="size-8 pointer-coarse:size-11"
        />
      )}
    </div>
  );
}

function QuestionFiles({ message }: { message: ChatMessage }) {
  const t = useTranslations("chat");
  const files = message.parts.flatMap((part) => (part.type === "file" ? [part] : []));
  const pictures = files.filter(({ mediaType }) => mediaType.startsWith("image/"));
  const documents = files.filter((file) => !pictures.includes(file));
  return (
    <>
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
    </>
  );
}

const noMentions: readonly Mention[] = [];

/** The same words, or none where there is nothing else, leave the question as it was. */
function endEditing(
  message: ChatMessage,
  { words, mentions }: { words: string | null; mentions: readonly Mention[] },
  actions: MessageRowProps["actions"],
): void {
  actions.endEditing();
  const before = toMessageText(message);
  const files = message.parts.flatMap((part) => (part.type === "file" ? [part] : []));
  const text = words?.trim() ?? before;
  const isPointingSame = mentions.length === (message.metadata?.mentions ?? []).length;
  if ((text === before.trim() && (isPointingSame || words === null)) || (text === "" && files.length === 0))
    return;
  const pasted = message.metadata?.pasted?.map(({ start, end }) => before.slice(start, end));
  void actions.edit(message.id, {
    ...{ id: crypto.randomUUID(), text, files },
    ...(pasted !== undefined && { pasted }),
    ...(mentions.length > 0 && { mentions }),
  });
}
