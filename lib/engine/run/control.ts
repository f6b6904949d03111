import type { AgentRun } from "@/lib/engine/loop/run-agent";
import type { HeldLease, Steer } from "@/lib/engine/records/leases";
import type { PlanLog } from "./plan-log";

/**
 * What interrupts a run from outside: the person, its time limit, the end of its worker, after which another
 * worker goes on (`handover`), or another worker that does so already (`lost`).
 */
export type RunCut = "stopped" | "time" | "handover" | "lost";

export type Control = ReturnType<typeof createControl>;

/** What ends a run from outside. `saved`: no tool runs before the question is safe in the store. */
export const createControl = (saved: Promise<void> = Promise.resolve()) => ({
  ...{ cut: createCut(), steering: createSteering() },
  saved,
});

/** The first cause counts; `signal` fires with it. */
function createCut() {
  const controller = new AbortController();
  let cause: RunCut | null = null;
  let isLeaving = false;
  return {
    signal: controller.signal,
    cause: (): RunCut | null => cause,
    /** Whether another worker goes on with the run. */
    isElsewhere: (): boolean => cause === "handover" || cause === "lost",
    cut(next: RunCut): void {
      cause ??= next;
      controller.abort();
    },
    /** The run is handed over at the end of its step. */
    leaveAfterStep: (): void => void (isLeaving = true),
    isLeaving: (): boolean => isLeaving,
  };
}

/** The person's words for the running reply. Each is delivered once, to the step that comes next. */
function createSteering() {
  const known = new Set<string>();
  const takenBack = new Set<string>();
  const heard = new Set<string>();
  let waiting: Steer[] = [];
  let reader: Pick<AgentRun, "steer" | "takeBack"> | null = null;
  let tellOthers: (steer: Steer) => void = () => undefined;
  return {
    add(steer: Steer): void {
      if (known.has(steer.id)) return;
      known.add(steer.id);
      waiting.push(steer);
      reader?.steer(steer);
      tellOthers(steer);
    },
    /** Hears them, too; one listener at a time. */
    onAdd: (listener: (steer: Steer) => void): void => void (tellOthers = listener),
    connect(agent: Pick<AgentRun, "steer" | "takeBack">): void {
      for (const steer of waiting) agent.steer(steer);
      reader = agent;
    },
    disconnect: (): void => void (reader = null),
    /** Whether nothing has read them, and nothing will, also where they arrive later. */
    takeBack(id: string): boolean {
      const isRead = known.has(id) && !waiting.some((steer) => steer.id === id);
      if (isRead || reader?.takeBack(id) === false) return takenBack.has(id);
      known.add(id);
      takenBack.add(id);
      waiting = waiting.filter((steer) => steer.id !== id);
      return true;
    },
    /** The words stand in the log. */
    take(id: string): void {
      known.add(id);
      waiting = waiting.filter((steer) => steer.id !== id);
    },
    listWaiting: (): readonly Steer[] => waiting,
    /** The same for those who act on them before a step reads them: from then on they are not taken back. */
    hear(): readonly Steer[] {
      for (const { id } of waiting) heard.add(id);
      return waiting;
    },
    isHeard: (id: string): boolean => heard.has(id),
  };
}

type Interrupted = {
  brief: { epoch: number };
  control: Pick<Control, "cut" | "steering">;
  plan: Pick<PlanLog, "receive">;
};

/** A lease that is gone or over asks nothing of its worker: the run that is saved here is over, too. */
export function obeyLease({ brief, control, plan }: Interrupted, held: HeldLease | null): void {
  const { cut, steering } = control;
  if (held === null || held.lease.endedAt !== null) return;
  const { lease } = held;
  if (lease.epoch > brief.epoch) cut.cut("lost");
  if (lease.isStopAsked) cut.cut("stopped");
  const inOrder = Object.entries(lease.steers).sort(([, a], [, b]) => a.at - b.at);
  for (const [id, { text, isTakenBack }] of inOrder)
    if (isTakenBack === true) steering.takeBack(id);
    else steering.add({ id, text });
  const edits = Object.entries(lease.edits).sort(([, a], [, b]) => a.at - b.at);
  for (const [id, { edit }] of edits) plan.receive(id, edit);
}
