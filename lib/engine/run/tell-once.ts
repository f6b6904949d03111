import type { ChatMessage, NoticeData } from "@/lib/protocol/chat-message";
import type { RunState } from "./run-state";

/** What replies that were made for this one could not pay stands in its answer, too. */
export function passOnUnpaid(
  { notice }: Pick<RunState, "notice">,
  replies: readonly (ChatMessage | null)[],
): void {
  for (const part of replies.flatMap((reply) => reply?.parts ?? []))
    if (part.type === "data-notice" && part.data.kind === "unpaid") notice(part.data);
}

/** A notice that is told once a conversation, by its kind. Says whether it was told now. */
export function tellOnce(run: RunState, notice: NoticeData): boolean {
  // Nobody reads the conversation of a step; a run that was stopped asked for nothing more.
  if (run.task !== null || run.cut.cause() !== null) return false;
  const earlier = (run.context()?.messages ?? []).flatMap(({ parts }) => parts);
  const isTold = [...earlier, ...run.log.chunks()].some(
    (part) => part.type === "data-notice" && part.data.kind === notice.kind,
  );
  if (!isTold) run.notice(notice);
  return !isTold;
}
