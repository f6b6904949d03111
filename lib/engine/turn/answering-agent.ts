import type { Brief } from "@/lib/engine/brief";
import type { Reply } from "@/lib/engine/run/reply";
import { notices } from "@/lib/engine/loop/notices";
import { AppError } from "@/lib/errors";
import { agentDepths, type Agent } from "@/lib/features/agents/shape/agents";
import { builtInAgentId } from "@/lib/features/agents/shape/built-in-agent";
import type { ChatOptions, ChatRequest, RunMode } from "@/lib/protocol/chat-request";
import type { AgentSettings } from "@/lib/protocol/settings";
import type { RecordPorts } from "@/lib/engine/ports";
import type { Run } from "@/lib/engine/run/run";

/** Who answers, `null` for the built-in agent. `isGone`: the conversation named one that is not there. */
export type AnsweringChoice = { agent: Agent | null; isGone: boolean };

/**
 * Whom the request names. One that the person may not use, or that is not there, is refused, unless the
 * conversation had it before: that goes on with the built-in one.
 */
export async function chooseAgent(
  records: RecordPorts,
  userId: string,
  { id: conversationId, options: { agent: named } }: ChatRequest,
): Promise<AnsweringChoice> {
  if (named === undefined || named === builtInAgentId) return { agent: null, isGone: false };
  const agent = (await records.agents.listFor(userId)).find(({ id }) => id === named);
  if (agent !== undefined) return { agent, isGone: false };
  const conversation = await records.conversations.find(userId, conversationId);
  if (conversation?.agent === named) return { agent: null, isGone: true };
  throw new AppError(
    "agent_gone",
    "The agent that was chosen is not there for you any more. Choose another.",
    {
      fields: { "options.agent": "name one that there is" },
    },
  );
}

/** Whom one question names; where it names none, or one that is gone since, whoever answers the others. */
export async function chooseOnce(
  agents: RecordPorts["agents"],
  userId: string,
  named: string | null,
  own: AnsweringChoice,
): Promise<AnsweringChoice> {
  if (named === null) return own;
  if (named === builtInAgentId) return { agent: null, isGone: false };
  const agent = (await agents.listFor(userId)).find(({ id }) => id === named);
  return agent === undefined ? own : { agent, isGone: false };
}

/** What whoever answers a person has to call. */
export async function listRequired(agents: RecordPorts["agents"], agent: Agent | null): Promise<string[]> {
  return agent?.requiredTools ?? agents.requiredOfBuiltIn();
}

/** What is in force for a reply of the agent: but for its budget it decides within the settings. */
export function toAgentSettings(settings: AgentSettings, agent: Agent | null): AgentSettings {
  if (agent === null) return settings;
  const { models, tools, requiredTools, style, limits, budget } = agent;
  const isOffered = (name: string) => tools === null || tools.includes(name) || requiredTools.includes(name);
  return {
    ...settings,
    agentStyle: style ?? settings.agentStyle,
    maxIterations: Math.min(limits.rounds ?? settings.maxIterations, settings.maxIterations),
    deepIterations: Math.min(limits.rounds ?? settings.deepIterations, settings.deepIterations),
    temperature: limits.temperature ?? settings.temperature,
    costBudgetPerRequest: budget.centsPerAnswer ?? settings.costBudgetPerRequest,
    enabledTools: settings.enabledTools.filter(isOffered),
    modelTiers: models.length === 0 ? settings.modelTiers : { ...settings.modelTiers, main: models },
  };
}

/** A style and models of the agent's own go before the person's choice, which is no deeper than it allows. */
export function toAgentOptions(options: ChatOptions, agent: Agent | null): ChatOptions {
  if (agent === null) return options;
  const { models, style, collections, limits } = agent;
  return {
    ...options,
    ...(style !== null && { style: undefined }),
    ...(models.length > 0 && { model: undefined }),
    ...(collections.length > 0 && { collections: options.collections ?? collections }),
    mode: toShallower(options.mode ?? "balanced", limits.depth ?? "thinking"),
  };
}

function toShallower(one: RunMode, other: RunMode): RunMode {
  return agentDepths[Math.min(agentDepths.indexOf(one), agentDepths.indexOf(other))] ?? one;
}

/** Throws `agent_incomplete`, by its name, where its instructions or all of its models are missing. */
export function checkComplete(
  { isSetUp }: { isSetUp: (ref: string) => boolean },
  agent: Agent,
  chain: readonly string[],
): void {
  if (agent.instructions === "") throw toIncomplete(agent, "it has no instructions yet");
  if (agent.models.length === 0 || chain.some(isSetUp)) return;
  throw toIncomplete(agent, `none of its models is set up here: ${agent.models.join(", ")}`);
}

function toIncomplete({ name }: Agent, why: string): AppError {
  return new AppError(
    "agent_incomplete",
    `The agent “${name}” cannot answer: ${why}. Choose another, or ask an administrator.`,
  );
}

/** Of the tools that its agent has to call those that are offered. */
export function listCallable({ requiredTools }: Brief, offered: readonly string[]): string[] {
  return requiredTools.filter((tool) => offered.includes(tool));
}

/** Tools that the reply has to call and has not called yet, with whatever result. */
export function listUncalled(reply: Reply, required: readonly string[]): string[] {
  const called = new Set(
    reply.log.chunks().flatMap((chunk) => (chunk.type === "tool-input-available" ? [chunk.toolName] : [])),
  );
  return required.filter((tool) => !called.has(tool));
}

/** Says beside an answer which tools it had to use and did not. */
export function noteUncalled(run: Pick<Run, "brief" | "reply">): void {
  const missing = listUncalled(run.reply, run.brief.requiredTools);
  if (missing.length === 0 || run.reply.answer.text().trim() === "") return;
  run.reply.notice(notices.notCalled(missing));
}
