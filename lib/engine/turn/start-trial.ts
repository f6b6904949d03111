import type { TrialStart } from "@/lib/engine/feature";
import { AppError } from "@/lib/errors";
import type { ChatRequest } from "@/lib/protocol/chat-request";
import type { AgentSettings } from "@/lib/protocol/settings";
import type { RunHost, RunTools } from "@/lib/engine/ports";
import { checkComplete, listRequired, toAgentOptions, toAgentSettings } from "./answering-agent";
import { beginPrepared, type StartedTurn } from "./begin-run";
import { toQuestionId } from "./start-task";

export function toTrialRequest({
  conversationId,
  messageId = toQuestionId(conversationId),
  text,
  options,
}: TrialStart) {
  const parts = [{ type: "text" as const, text }];
  const message = { id: messageId, role: "user" as const, parts };
  return { id: conversationId, trigger: "submit-message", message, options } satisfies ChatRequest;
}

/**
 * In a temporary conversation of its own: nothing is remembered, used of what is remembered, recorded, drawn
 * or changed, and nobody is asked.
 */
export async function startTrial(host: RunHost, start: TrialStart): Promise<StartedTurn> {
  const { userId, agent, budgetMicroUsd } = start;
  const asked = toTrialRequest(start);
  const settings = toTrialSettings(host.tools, toAgentSettings(start.settings, agent));
  const models = host.models();
  const chain = models.chain("main", { settings: settings.modelTiers.main });
  if (agent !== null) checkComplete(models, agent, chain);
  if (chain.length === 0)
    throw new AppError(
      "configuration",
      "No model may answer with these settings: their prices are not known.",
    );
  const startedAt = host.now();
  const options = { ...toAgentOptions(asked.options, agent), temporary: true };
  const begun = await beginPrepared(host, {
    ...{ userId, settings, chain, startedAt },
    request: { ...asked, options },
    message: { ...asked.message, metadata: { createdAt: startedAt } },
    ...{ answering: { agent, isGone: false }, own: { agent: null, isGone: false } },
    requiredTools: await listRequired(host.records.agents, agent),
    step: null,
    origin: "trial",
    mostMicroUsd: budgetMicroUsd,
  });
  if (begun.kind === "agent") throw new AppError("internal", "A trial's conversation names an agent.");
  return begun;
}

/** What is private to the person in whose name it asks, or costs beside the answer, is left out. */
function toTrialSettings(tools: RunTools, settings: AgentSettings): AgentSettings {
  const { enabledTools } = tools.withServerTools(settings);
  return {
    ...settings,
    memoryEnabled: false,
    imageGenerationEnabled: false,
    followUpsEnabled: false,
    planning: "never",
    checkpoints: [],
    traceDays: 0,
    enabledTools: enabledTools.filter((name) => {
      const { effect, approval, searches } = tools.describe(name);
      return effect === "none" && approval !== "always" && searches !== "conversations";
    }),
  };
}
