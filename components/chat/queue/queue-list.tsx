"use client";

import { Pencil, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { TextEdit } from "@/components/ui/text-edit";
import { showToast } from "@/components/ui/toast";
import { findSteerObstacle } from "@/lib/client/conversation/queue";
import type { QueuedMessage, QueueVerbs } from "@/lib/client/conversation/state";

type QueueListProps = {
  queued: QueuedMessage[];
  isBusy: boolean;
  /** Nothing can be sent for now. */
  isBlocked: boolean;
  /** The running reply waits for the person. */
  isAsked?: boolean;
  actions: Pick<QueueVerbs, "removeQueued" | "beginEdit" | "endEdit" | "steer" | "takeBack">;
  /** Called when what had the focus is gone. */
  onLeave: () => void;
};

/** What the person has written for after the running reply, in its order. */
export function QueueList({ queued, isAsked = false, ...entry }: QueueListProps) {
  const t = useTranslations("chat.queue");
  const tConsent = useTranslations("consent.live");
  const shown = queued.filter(({ status }) => status !== "sending");
  const count = shown.filter(({ status }) => status === "waiting").length;
  const held = t(entry.isBlocked ? "blocked" : "held");
  if (shown.length === 0) return null;
  return (
    <section
      aria-label={t("label")}
      className="mx-2 rounded-t-xl border border-b-0 border-hairline bg-sunken px-1 pt-1.5 text-sm short:mx-0"
    >
      {count > 0 && (
        <p className="px-2 text-xs text-quiet">
          {[entry.isBusy ? t("waits", { count }) : held, isAsked && tConsent("queue")]
            .filter(Boolean)
            .join(" ")}
        </p>
      )}
      <ol className="max-h-[30dvh] divide-y divide-hairline overflow-y-auto overscroll-contain">
        {shown.map((message) => (
          <li key={message.id} className="py-1 ps-2">
            {message.isEdited ? (
              <TextEdit
                text={message.text}
                label={t("text")}
                keepLabel={t("keep")}
                cancelLabel={t("cancel")}
                onEnd={(text) => endEdit(entry, message.id, text)}
              />
            ) : (
              <Entry message={message} {...entry} />
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

type EntryProps = Omit<QueueListProps, "queued" | "isAsked"> & { message: QueuedMessage };

function Entry({ message, isBusy, isBlocked, actions, onLeave }: EntryProps) {
  const t = useTranslations("chat.queue");
  const id = useId();
  const isWaiting = message.status === "waiting";
  const canGo = isBusy ? findSteerObstacle(message) === null : !isBlocked;
  const note = useNote(message, isBusy);
  const takeBack = async () => {
    const result = await actions.takeBack(message.id);
    if (result !== "taken") showToast({ text: t(`notTakenBack.${result}`), isFailure: true });
  };
  const leave = (action: () => void) => () => {
    action();
    onLeave();
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-1">
        <p
          id={id}
          dir="auto"
          className="line-clamp-2 min-w-0 flex-[1_1_7rem] py-1 leading-5 wrap-anywhere whitespace-pre-wrap"
        >
          {message.files.length > 0 && (
            <span className="text-quiet">{t("pictures", { count: message.files.length })} </span>
          )}
          {message.text}
        </p>
        <div className="ms-auto flex items-center">
          {isWaiting && canGo && (
            <Button
              className="shadow-rest"
              aria-describedby={id}
              onClick={leave(() => void actions.steer(message.id))}
            >
              {isBusy ? t("sendNow") : t("send")}
            </Button>
          )}
          {isWaiting && (
            <IconButton
              label={t("edit")}
              icon={<Pencil size={15} aria-hidden />}
              aria-describedby={id}
              onClick={() => actions.beginEdit(message.id)}
            />
          )}
          {(isWaiting || message.status === "steered") && (
            <IconButton
              label={t(isWaiting ? "remove" : "takeBack")}
              icon={<X size={16} aria-hidden />}
              aria-describedby={id}
              onClick={leave(isWaiting ? () => actions.removeQueued(message.id) : () => void takeBack())}
            />
          )}
        </div>
      </div>
      {note !== null && <p className="pb-1 text-xs text-quiet">{note}</p>}
    </>
  );
}

/** What is special about a message on its way, `null` when it simply waits. */
function useNote(message: QueuedMessage, isBusy: boolean): string | null {
  const t = useTranslations("chat.queue");
  if (message.status === "steering") return t("steering");
  if (message.status === "steered") return t("steered");
  if (!isBusy) return null;
  if (message.hasSteerFailed) return t("steerFailed");
  const obstacle = findSteerObstacle(message);
  return obstacle === null ? null : t(`obstacle.${obstacle}`);
}

function endEdit(
  { actions, onLeave }: Pick<QueueListProps, "actions" | "onLeave">,
  id: string,
  text: string | null,
): void {
  actions.endEdit(id, text);
  onLeave();
}
