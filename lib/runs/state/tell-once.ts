import type { NoticeData } from "@/lib/protocol/chat-message";
import type { RunState } from "./run-state";

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
