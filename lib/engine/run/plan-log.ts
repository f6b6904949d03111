import type { OriginText } from "@/lib/engine/loop/consent/view";
import { AppError, toAppError } from "@/lib/errors";
import { cancelPlan, editPlan } from "@/lib/engine/planning/follow";
import {
  planEditSchema,
  type Conflict,
  type HelperMessage,
  type Plan,
  type PlanEdit,
} from "@/lib/features/plans/shape";
import type { AgentSettings } from "@/lib/protocol/settings";
import { listOpenQuestions } from "@/lib/engine/consent/waits";
import type { RunLog } from "@/lib/engine/log/run-log";

export type PlanLog = ReturnType<typeof createPlanLog>;

/** What a task came to, in its own words, with the numbers of the sources that it cites. */
export type TaskResult = { id: string; title: string; text: string; isPrivate: boolean; isStrange: boolean };

/** The plan of a run, as its log says it. */
export function createPlanLog(log: Pick<RunLog, "chunks" | "push">, settings: AgentSettings) {
  let onChange: () => void = () => undefined;
  let results: readonly TaskResult[] = [];
  const find = (): Plan | null => log.chunks().findLast((chunk) => chunk.type === "data-plan")?.data ?? null;
  const heard = new Set<string>();
  /** Shows and keeps it as it is now; nothing happens where that is as it was. */
  function set(plan: Plan): void {
    if (plan === find()) return;
    log.push({ type: "data-plan", id: "plan", data: plan });
    onChange();
  }
  /** The person's change, in force at once. Throws as `editPlan` does. */
  function edit(change: PlanEdit): Plan {
    const plan = find();
    if (plan === null) throw new AppError("not_found", "This run has no plan.");
    const edited = change.decision === "cancel" ? cancelPlan(plan) : editPlan(plan, change);
    set(edited);
    return edited;
  }
  function tryEdit(text: string): string | null {
    try {
      edit(planEditSchema.parse(JSON.parse(text)));
      return null;
    } catch (error) {
      return toAppError(error).message;
    }
  }
  return {
    find,
    /** How long the run may take in all, in milliseconds, waits between workers left out. */
    limitMs: (): number =>
      (find() === null ? settings.timeLimitSeconds : settings.planTimeLimitSeconds) * 1000,
    set,
    edit,
    /** A change from another process, which reads there what became of it. Each is heard once. */
    receive(id: string, text: string): void {
      if (heard.has(id) || find()?.lastEdit?.id === id) return;
      heard.add(id);
      const plan = tryEdit(text);
      const now = find();
      if (now !== null) set({ ...now, lastEdit: { id, problem: plan } });
    },
    /** A message between helpers, once for each id. */
    note(id: string, message: HelperMessage): void {
      const isKnown = log.chunks().some((chunk) => chunk.type === "data-helper" && chunk.id === id);
      if (!isKnown) log.push({ type: "data-helper", id, data: message });
    },
    findings: createFindings(),
    /** Whether the person is asked something about it. */
    isAsking: (): boolean => listOpenQuestions(log.chunks()).length > 0,
    conflicts: (): readonly Conflict[] =>
      log.chunks().findLast((chunk) => chunk.type === "data-conflicts")?.data.conflicts ?? [],
    /** What the answer is written from. */
    keepResults: (all: readonly TaskResult[]): void => void (results = all),
    results: (): readonly TaskResult[] => results,
    /** Calls back when somebody else changes it, until it is called again. */
    watch: (callback: () => void): void => void (onChange = callback),
  };
}

/** What other helpers of the plan found while this one works. Each is told to the model once. */
function createFindings() {
  const all: OriginText[] = [];
  let told = 0;
  return {
    add: (finding: OriginText): void => void all.push(finding),
    list: (): readonly OriginText[] => all,
    takeNew(): string[] {
      const fresh = all.slice(told).map(({ text }) => text);
      told = all.length;
      return fresh;
    },
  };
}
