import type { Brief } from "@/lib/engine/brief";
import type { Account } from "./account";
import type { Context } from "./context";
import type { Control } from "./control";
import type { PlanLog } from "./plan-log";
import type { Reply } from "./reply";

/** A reply being made in this process. Its parts change by their own verbs only. */
export type Run = {
  brief: Brief;
  context: Context;
  reply: Reply;
  account: Account;
  control: Control;
  plan: PlanLog;
  /** Fires when it is cut, by whatever `control.cut` says. */
  signal: AbortSignal;
};

/** For those who neither cut it nor hear what the person says meanwhile. */
export type RunParts = Omit<Run, "control">;
