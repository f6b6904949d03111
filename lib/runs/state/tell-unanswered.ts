import { notices, toLanguage } from "@/lib/agent/notices";
import type { SmallAnswer } from "@/lib/protocol/ask";
import type { RunState } from "./run-state";

type What = Parameters<typeof notices.unanswered>[2];

/** Says once a conversation what does not happen because a model gave no answer that could be used. */
export function tellUnanswered(run: RunState, what: What, { unanswered }: SmallAnswer<unknown>): void {
  // Nobody reads the conversation of a step; a run that was stopped asked for nothing more.
  if (unanswered === undefined || run.task !== null || run.cut.cause() !== null) return;
  const earlier = (run.context()?.messages ?? []).flatMap(({ parts }) => parts);
  const isTold = [...earlier, ...run.log.chunks()].some(
    (part) => part.type === "data-notice" && part.data.kind === "form",
  );
  if (!isTold) run.notice(notices.unanswered(toLanguage(run.options.language), unanswered, what));
}
