import type { Reply } from "./reply";
import type { ChatMessage, NoticeData } from "@/lib/protocol/chat-message";
import type { Run } from "./run";

/** What replies that were made for this one could not pay stands in its answer, too. */
export function passOnUnpaid({ notice }: Reply, replies: readonly (ChatMessage | null)[]): void {
  for (const part of replies.flatMap((reply) => reply?.parts ?? []))
    if (part.type === "data-notice" && part.data.kind === "unpaid") notice(part.data);
}

/** A notice that is told once a conversation, by its kind. Says whether it was told now. */
export function tellOnce(
  run: Pick<Run, "brief" | "context" | "reply" | "control">,
  notice: NoticeData,
): boolean {
  // Nobody reads the conversation of a step; a run that was stopped asked for nothing more.
  if (run.brief.task !== null || run.control.cut.cause() !== null) return false;
  const earlier = (run.context.opened()?.messages ?? []).flatMap(({ parts }) => parts);
  const isTold = [...earlier, ...run.reply.log.chunks()].some(
    (part) => part.type === "data-notice" && part.data.kind === notice.kind,
  );
  if (!isTold) run.reply.notice(notice);
  return !isTold;
}
