import type { NoticeData } from "@/lib/protocol/chat-message";
import type { LiveRun } from "@/lib/runs/lease/live-runs";

/** Tells the person something beside the answer. Once a run: the same notice is not repeated by a later step. */
export function pushNotice({ log }: LiveRun, data: NoticeData): void {
  const isKnown = log
    .chunks()
    .some(
      (chunk) =>
        chunk.type === "data-notice" && chunk.data.kind === data.kind && chunk.data.text === data.text,
    );
  if (!isKnown) log.push({ type: "data-notice", data });
}
