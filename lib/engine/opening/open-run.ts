import { toBrief, type BriefOf } from "@/lib/engine/brief";
import { createCompactions } from "@/lib/engine/context/compactions";
import type { RunHost } from "@/lib/engine/ports";
import { openAccount } from "@/lib/engine/run/account";
import { createContext, type OpenedContext } from "@/lib/engine/run/context";
import { createControl } from "@/lib/engine/run/control";
import { createPlanLog } from "@/lib/engine/run/plan-log";
import { openReply, type BegunReply } from "@/lib/engine/run/reply";
import type { Run } from "@/lib/engine/run/run";
import { openContext } from "./open-context";

/** `saved`: when the question is safe in the store, where that is not known yet. */
export type Opening = BriefOf & Pick<BegunReply, "after" | "runLogs"> & { saved?: Promise<void> };

/** A run as this process holds it, before any work is done. */
export function openRun(host: RunHost, { after, runLogs, saved, ...opening }: Opening): Run {
  const brief = toBrief(opening);
  const { record } = opening.brief;
  const control = createControl(saved);
  const { signal } = control.cut;
  const reply = openReply(host, brief, { record, after, runLogs, signal });
  const { log } = reply;
  const plan = createPlanLog(log, brief.settings);
  const account = openAccount(host, { brief, reply, record, signal });
  const compactions = createCompactions(host, { brief, log, ask: account.ask, signal });
  const { listCitations } = host.tools;
  const read = (): Promise<OpenedContext> => openContext(host, run);
  const context = createContext(reply, { listCitations, compactions, read });
  const run: Run = { brief, context, reply, account, control, plan, signal };
  return run;
}
