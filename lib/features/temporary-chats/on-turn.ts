import { scheduleForgetting } from "./records";
import type { TurnHook } from "@/lib/engine/records/turn";

/** A temporary conversation that goes on is deleted later. Those of a plan's tasks go with its own. */
export const forgettingOfTurn: TurnHook = {
  begin({ start, before }) {
    const { userId, conversationId, now: updatedAt, stepOf } = start;
    if (!before.temporary || stepOf !== undefined) return {};
    return { into: (tx) => scheduleForgetting(tx, { userId, conversationId }, { updatedAt, leftAt: null }) };
  },
};
