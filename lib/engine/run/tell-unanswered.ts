import { notices } from "@/lib/engine/loop/notices";
import type { SmallAnswer } from "@/lib/protocol/ask";
import type { Run } from "./run";
import { tellOnce } from "./tell-once";

type What = Parameters<typeof notices.unanswered>[1];

/** Says once a conversation what does not happen because a model gave no answer that could be used. */
export function tellUnanswered(
  run: Pick<Run, "brief" | "context" | "reply" | "control">,
  what: What,
  { unanswered }: SmallAnswer<unknown>,
): void {
  if (unanswered === undefined) return;
  tellOnce(run, notices.unanswered(unanswered, what));
}
