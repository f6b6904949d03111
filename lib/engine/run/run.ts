import { createCompactions } from "@/lib/engine/context/compactions";
import type { RunDeps } from "@/lib/engine/ports";
import type { LogCursor } from "@/lib/engine/records/run-logs";
import { openAccount, type Account } from "./account";
import { toBrief, type Brief, type BriefOf } from "@/lib/engine/brief";
import { createContext, type Context } from "./context";
import { createControl, type Control } from "./control";
import { createPlanLog, type PlanLog } from "./plan-log";
import { openReply, type Reply, type ReplyDeps } from "./reply";

export type Opening = BriefOf & {
  /** The position in the log after which this worker goes on. */
  after: LogCursor | null;
};

export type RunOpenDeps = ReplyDeps &
  Pick<RunDeps, "models" | "tools" | "askSmall" | "createLedger" | "personPurse" | "now">;

/** A reply being made in this process. Its parts change by their own verbs only. */
export type Run = {
  brief: Brief;
  context: Context;
  reply: Reply;
  account: Account;
  control: Control;
  plan: PlanLog;
};

/** A run as this process holds it, before any work is done. */
export function openRun(deps: RunOpenDeps, { after, ...opening }: Opening): Run {
  const brief = toBrief(opening);
  const { record } = opening.brief;
  const reply = openReply(deps, brief, { record, after });
  const plan = createPlanLog(reply.log);
  const control = createControl(brief.settings, plan);
  const account = openAccount(deps, { brief, reply, record, signal: control.signal });
  const compactions = createCompactions(deps, {
    brief,
    log: reply.log,
    ask: account.ask,
    signal: control.signal,
  });
  const context = createContext(reply.sources, { listCitations: deps.tools.listCitations, compactions });
  return { brief, context, reply, account, control, plan };
}
