import { createHash } from "node:crypto";
import { AppError } from "@/lib/errors";
import { toMessageText } from "@/lib/protocol/message-text";
import type { HelperMessage } from "@/lib/protocol/plans";
import type { AgentSettings } from "@/lib/protocol/settings";
import type { RunDeps } from "@/lib/runs/ports";
import { collectEarlierSources, type FoundSources } from "@/lib/runs/state/cited-sources";
import type { RunState } from "@/lib/runs/state/run-state";
import type { StepStart, Task } from "@/lib/runs/task";
import type { AskHelper } from "@/lib/tools/ask-helper/schema";
import { isUsable, toStepOptions, toStepSettings } from "./do-step";
import { findHelper, listHelpers } from "./helpers";
import { isPrivateReply } from "./results";

export type AskHelperDeps = Pick<RunDeps, "steps" | "agents" | "tools" | "runs" | "log" | "now">;

/** Of what is left of the asking step's money one helper gets so much at most. */
const share = 1 / 3;
const shownCharacters = 280;

/**
 * How a step, or a helper that it asked, asks another one. The helper's work is a run like a step's; a
 * call that is repeated joins it. It has no tool that changes something, and is ended where it would ask the
 * person or its caller does not wait any more.
 */
export function toAskHelper(deps: AskHelperDeps, run: RunState, task: Task, callId: string): AskHelper {
  return async ({ helper: id, question }, signal) => {
    const askedBy = [...task.askedBy, run.agent?.id ?? task.step];
    if (askedBy.includes(id))
      throw new AppError("invalid_request", `${id} is waiting for this already: it cannot be asked.`);
    const agent = await findHelper(deps, id);
    if (agent === null) {
      const known = (await listHelpers(deps)).map((helper) => helper.id).join(", ");
      throw new AppError("not_found", `There is no helper ${id}. There are: ${known}.`);
    }
    const hash = toHash([run.id, callId, id, question]);
    const conversationId = `${run.id}_h${hash}`;
    const note = createNote(deps, run, task, `${task.step}-${task.attempt}-${hash}`);
    const from = run.agent !== null && task.askedBy.length > 0 ? run.agent.name : task.step;
    await note("question", { from, to: agent.name, text: question });
    const budgetMicroUsd = Math.floor((run.purse.budgetMicroUsd() - run.purse.takenMicroUsd()) * share);
    const reply = await makeReply(deps, run, signal, {
      ...{ userId: run.userId, conversationId, agent, budgetMicroUsd: Math.max(0, budgetMicroUsd) },
      ...{ texts: [question], options: toStepOptions(run), chain: [...run.chain] },
      settings: await toSettings(deps, run, task),
      task: { ...task, askedBy, expected: "", origins: ["model"] },
      isTemporary: run.isTemporary,
    });
    const text = isUsable(reply) ? toMessageText(reply) : "";
    await note(text === "" ? "status" : "result", { from: agent.name, to: from, text: text || noAnswer });
    if (text === "") throw new AppError("tool_unavailable", `${agent.name} came to no result.`);
    const sources: FoundSources = new Map();
    collectEarlierSources(sources, [reply], deps.tools.listCitations);
    return {
      ...{ helper: agent.name, text, conversationId, isPrivate: isPrivateReply(deps, reply) },
      sources: [...sources.values()].map(({ snippet, ...source }) =>
        snippet === undefined ? { ...source, kind: "read" } : { ...source, kind: "listed", snippet },
      ),
    };
  };
}

/** A model may name two of its calls alike. */
function toHash(words: readonly string[]): string {
  return createHash("sha256").update(words.join("\n")).digest("base64url").slice(0, 12);
}

const noAnswer = "It came to no result.";

/** Its reply, paid from the asking step's money. What is left behind by whoever asked is ended. */
async function makeReply(deps: AskHelperDeps, run: RunState, signal: AbortSignal, start: StepStart) {
  const { userId, conversationId } = start;
  const asks = new AbortController();
  const onAsking = (isAsking: boolean) => {
    if (isAsking) asks.abort(new AppError("forbidden", "The helper would need the person's word for this."));
  };
  const hold = await run.purse.hold(start.budgetMicroUsd);
  let costMicroUsd = 0;
  try {
    const hooks = { signal: AbortSignal.any([signal, asks.signal]), onAsking };
    const reply = await deps.steps.run(start, hooks);
    costMicroUsd = reply.metadata?.costMicroUsd ?? 0;
    return reply;
  } catch (error) {
    // Whoever goes on with the step joins it.
    if (!run.cut.isElsewhere())
      costMicroUsd = (await deps.steps.stop(userId, conversationId))?.metadata?.costMicroUsd ?? 0;
    throw error;
  } finally {
    await hold.settle(costMicroUsd);
    run.meter.addCost("ask_helper", costMicroUsd);
    run.markCosts();
  }
}

/** Those of the plan, not of the helper that asks, without all that changes something or asks the person. */
async function toSettings(deps: AskHelperDeps, run: RunState, task: Task): Promise<AgentSettings> {
  const plan = await deps.runs.find(run.userId, task.runId);
  const settings = toStepSettings(plan?.settings ?? run.settings);
  const isHarmless = (name: string) => {
    const { effect, approval } = deps.tools.describe(name);
    return effect === "none" && approval !== "always";
  };
  return { ...settings, enabledTools: settings.enabledTools.filter(isHarmless) };
}

type Said = Pick<HelperMessage, "from" | "to" | "text">;

/** Into the log of the plan, where that is followed in this process; the step's own log has it anyway. */
function createNote(deps: AskHelperDeps, { userId }: RunState, { conversationId }: Task, id: string) {
  return async (kind: HelperMessage["kind"], { from, to, text }: Said): Promise<void> => {
    const words = text.replace(/\s+/g, " ").trim().slice(0, shownCharacters);
    const message = { kind, from, to, at: deps.now(), text: words };
    await deps.steps.note(userId, conversationId, `${id}-${kind}`, message);
  };
}
