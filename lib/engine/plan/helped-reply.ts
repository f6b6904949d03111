import type { Account } from "@/lib/engine/run/account";
import type { Brief } from "@/lib/engine/brief";
import { AppError } from "@/lib/errors";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { AgentSettings } from "@/lib/protocol/settings";
import type { ToolName } from "@/lib/protocol/tools";
import type { Citation } from "@/lib/protocol/tool-results";
import type { RunDeps } from "@/lib/engine/ports";
import { collectEarlierSources, collectToldSources, type FoundSources } from "@/lib/engine/cited-sources";
import type { Run } from "@/lib/engine/run/run";
import { passOnUnpaid } from "@/lib/engine/run/tell-once";
import type { TaskStart } from "@/lib/engine/task";
import { createHash } from "node:crypto";
import { toTaskSettings } from "./task-starts";

export type HelpedDeps = Pick<RunDeps, "tasks" | "agents" | "tools" | "log" | "now">;

/**
 * The reply of a run that works for another one, paid from that one's money, in which `tool` names the cost.
 * It is ended where it would ask the person, and what is left behind by whoever asked is ended, too.
 */
export async function makeHelpedReply(
  deps: HelpedDeps,
  run: Pick<Run, "reply" | "account" | "control">,
  start: TaskStart,
  { tool, signal }: { tool: string; signal: AbortSignal },
): Promise<ChatMessage> {
  const { userId, conversationId } = start;
  const asks = new AbortController();
  const onAsking = (isAsking: boolean) => {
    if (isAsking) asks.abort(new AppError("forbidden", "It would need the person's word for this."));
  };
  const hold = await run.account.purse.hold(start.grantedMicroUsd);
  let costMicroUsd = 0;
  try {
    const hooks = { signal: AbortSignal.any([signal, asks.signal]), onAsking };
    const reply = await deps.tasks.run(start, hooks);
    passOnUnpaid(run.reply, [reply]);
    costMicroUsd = reply.metadata?.costMicroUsd ?? 0;
    return reply;
  } catch (error) {
    // Whoever goes on with the caller joins it.
    if (!run.control.cut.isElsewhere())
      costMicroUsd = (await deps.tasks.stop(userId, conversationId))?.metadata?.costMicroUsd ?? 0;
    throw error;
  } finally {
    await hold.settle(costMicroUsd);
    run.account.meter.addCost(tool, costMicroUsd);
    run.account.markCosts();
  }
}

/** Those of the plan, not of the helper that asks, without all that changes something or asks the person. */
export function toHelpedSettings(deps: HelpedDeps, brief: Brief): AgentSettings {
  const settings = toTaskSettings(brief.settings);
  const isHarmless = (name: ToolName) => {
    const { effect, approval } = deps.tools.describe(name);
    return effect === "none" && approval !== "always";
  };
  return { ...settings, enabledTools: (brief.task?.tools ?? settings.enabledTools).filter(isHarmless) };
}

/** The part of what is left of the caller's money that one call gets at most, in micro-dollars. */
export function toHelpedBudget({ purse }: Account, share: number): number {
  return Math.max(0, Math.floor((purse.budgetMicroUsd() - purse.takenMicroUsd()) * share));
}

/** The sources that a reply cites, as those of a tool's result. */
export function listHelpedSources({ tools }: Pick<RunDeps, "tools">, reply: ChatMessage): Citation[] {
  const sources: FoundSources = new Map();
  collectEarlierSources(sources, [reply], tools.listCitations);
  collectToldSources(sources, [reply]);
  return [...sources.values()].map(({ snippet, ...source }) =>
    snippet === undefined ? { ...source, kind: "read" } : { ...source, kind: "listed", snippet },
  );
}

/** Names a place by what asks for it. A model may name two of its calls alike. */
export function toCallHash(words: readonly string[]): string {
  return createHash("sha256").update(words.join("\n")).digest("base64url").slice(0, 12);
}
