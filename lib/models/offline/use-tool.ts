import {
  explainFailure,
  explainLimit,
  explainMemoryOff,
  explainSwitchedOff,
  explainTemporary,
} from "./explain";
import type { SeenCall } from "./prompt-reader";
import type { PlannedCall, Step, Task, Turn } from "./task";
import { findFailure } from "./tool-texts";

export type CallPlan = {
  call: PlannedCall;
  thought: string;
  report: (output: string) => { thought: string; text: string };
};

/** A task that needs one call and then reports it. */
export function createCallTask(plan: CallPlan): Task {
  return {
    next(turn) {
      const seen = findCall(turn, plan.call);
      if (seen === undefined) return callOrExplain(turn, plan.call, plan.thought);
      const failure = findFailure(seen.output ?? "");
      if (seen.output === null || failure !== null)
        return explainFailure(plan.call.tool, failure, turn.language);
      return { kind: "say", ...plan.report(seen.output) };
    },
  };
}

/** The call when its tool is on offer, else why it cannot be made. */
export function callOrExplain(turn: Turn, call: PlannedCall, thought: string): Step {
  if (turn.offered.has(call.tool)) return { kind: "act", thought, calls: [call] };
  if (turn.isClosed) return explainLimit(call.tool, turn.language);
  const isMemory = call.tool === "memory_save" || call.tool === "memory_retrieve";
  if (turn.isTemporary && isMemory) return explainTemporary(turn.language);
  return isMemory && !turn.isMemoryOffForAll
    ? explainMemoryOff(turn.language)
    : explainSwitchedOff(call.tool, turn.language);
}

export function findCall(turn: Turn, call: PlannedCall): SeenCall | undefined {
  return turn.calls.find(
    (seen) => seen.tool === call.tool && toKey(seen.input, call.input) === toKey(call.input, call.input),
  );
}

/** Compares what was planned only: the loop may have filled in defaults. */
function toKey(input: Record<string, unknown>, planned: Record<string, unknown>): string {
  const isCompared = (name: string) => name !== "reason" && name !== "facts" && planned[name] !== undefined;
  const fields = Object.keys(planned).filter(isCompared).toSorted();
  return JSON.stringify([fields.map((name) => input[name]), listContents(input.facts)]);
}

function listContents(facts: unknown): unknown[] {
  if (!Array.isArray(facts)) return [];
  return facts.map((fact: unknown) =>
    typeof fact === "object" && fact !== null && "content" in fact ? fact.content : null,
  );
}
