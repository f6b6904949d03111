import type { Brief } from "@/lib/engine/brief";
import { AppError } from "@/lib/errors";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { AgentSettings } from "@/lib/protocol/settings";
import type { ToolName } from "@/lib/protocol/tools";
import type { Citation } from "@/lib/protocol/tool-results";
import type { TaskPorts, RunTools } from "@/lib/engine/ports";
import { collectEarlierSources, collectToldSources, type FoundSources } from "@/lib/engine/cited-sources";
import type { Run } from "@/lib/engine/run/run";
import { passOnUnpaid } from "@/lib/engine/run/tell-once";
import type { TaskStart } from "@/lib/engine/task";
import { createHash } from "node:crypto";
import { toTaskOptions, toTaskSettings } from "./task-starts";

/** As `makeHelpedReply`, for a call of the run that has the work done. */
export type MakeHelpedReply = (
  start: TaskStart,
  call: { tool: string; signal: AbortSignal },
) => Promise<ChatMessage>;

/**
 * The reply of a run that works for another one, paid from that one's money, in which `tool` names the cost.
 * It is ended where it would ask the person, and what is left behind by whoever asked is ended, too.
 */
export async function makeHelpedReply(
  tasks: TaskPorts,
  run: Pick<Run, "reply" | "account" | "control">,
  ...[start, { tool, signal }]: Parameters<MakeHelpedReply>
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
    const reply = await tasks.run(start, hooks);
    passOnUnpaid(run.reply, [reply]);
    costMicroUsd = reply.metadata?.costMicroUsd ?? 0;
    return reply;
  } catch (error) {
    // Whoever goes on with the caller joins it.
    if (!run.control.cut.isElsewhere())
      costMicroUsd = (await tasks.stop(userId, conversationId))?.metadata?.costMicroUsd ?? 0;
    throw error;
  } finally {
    await hold.settle(costMicroUsd);
    run.account.meter.addCost(tool, costMicroUsd);
    run.account.markCosts();
  }
}

/** Those of the plan, not of the helper that asks, without all that changes something or asks the person. */
function toHelpedSettings(tools: RunTools, brief: Brief): AgentSettings {
  const settings = toTaskSettings(brief.settings);
  const isHarmless = (name: ToolName) => {
    const { effect, approval } = tools.describe(name);
    return effect === "none" && approval !== "always";
  };
  return { ...settings, enabledTools: (brief.task?.tools ?? settings.enabledTools).filter(isHarmless) };
}

/** What a call of the run has others begin with, who get this share of what is left of its money. */
export function toHelpedStart(
  tools: RunTools,
  { brief, account: { purse } }: Pick<Run, "brief" | "account">,
  share: number,
) {
  const { userId, chain, isTemporary } = brief;
  return {
    ...{ userId, chain: [...chain], isTemporary, options: toTaskOptions(brief) },
    settings: toHelpedSettings(tools, brief),
    grantedMicroUsd: Math.max(0, Math.floor((purse.budgetMicroUsd() - purse.takenMicroUsd()) * share)),
  };
}

/** The sources that a reply cites, as those of a tool's result. */
export function listHelpedSources(tools: RunTools, reply: ChatMessage): Citation[] {
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
