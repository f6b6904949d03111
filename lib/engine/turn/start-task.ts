import type { RunHost } from "@/lib/engine/ports";
import { AppError } from "@/lib/errors";
import type { TaskStart } from "@/lib/engine/task";
import { toAgentOptions, toAgentSettings } from "./answering-agent";
import { beginPrepared, type StartedTurn } from "./begin-run";

/** Begins a task as a run of its own, or finds the one that was begun before. */
export async function startTask(host: RunHost, start: TaskStart): Promise<StartedTurn> {
  const { userId, conversationId, texts, agent, chain, ...step } = start;
  const startedAt = host.now();
  const message = {
    id: toQuestionId(conversationId),
    role: "user" as const,
    parts: texts.map((text) => ({ type: "text" as const, text })),
    metadata: { createdAt: startedAt },
  };
  const answering = { agent, isGone: false };
  const options = toAgentOptions(start.options, agent);
  const begun = await beginPrepared(host, {
    ...{ userId, startedAt, step },
    request: {
      ...{ id: conversationId, trigger: "submit-message", options },
      message: { id: message.id, role: "user", parts: message.parts },
    },
    message,
    settings: toAgentSettings(start.settings, agent),
    chain: agent === null || agent.models.length === 0 ? chain : agent.models,
    ...{ answering, own: answering, requiredTools: agent?.requiredTools ?? [] },
  });
  if (begun.kind === "agent") throw new AppError("internal", "A step's conversation names an agent.");
  return begun;
}

export function toQuestionId(conversationId: string): string {
  return `${conversationId}-q`.slice(-64);
}
