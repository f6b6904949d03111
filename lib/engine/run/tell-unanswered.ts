import { notices } from "@/lib/engine/loop/notices";
import type { SmallAnswer } from "@/lib/protocol/ask";
import type { Reply } from "./reply";

type What = Parameters<typeof notices.unanswered>[1];

/** Says once a conversation what does not happen because a model gave no answer that could be used. */
export function tellUnanswered({ tellOnce }: Reply, what: What, { unanswered }: SmallAnswer<unknown>): void {
  if (unanswered !== undefined) tellOnce(notices.unanswered(unanswered, what));
}
