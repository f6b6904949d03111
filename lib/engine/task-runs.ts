import { AppError, isAppError } from "@/lib/errors";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ChatRequest } from "@/lib/protocol/chat-request";
import { steer, stop } from "./commands";
import type { RunKey } from "./lease/live-runs";
import type { TaskPorts } from "./ports";
import { startOrJoin, type RunHost } from "./start-or-join";
import type { TaskStart } from "./task";
import { startTask, toQuestionId } from "./turn/start-task";

/** How often it is looked whether anybody makes the task, where no sweep does. */
const lookMs = 5_000;

/** Tasks of plans as runs, which outlive their process and that of the plan. */
export function createTaskRuns(getHost: () => RunHost): TaskPorts["tasks"] {
  return {
    async run(start, hooks) {
      const { userId, conversationId } = start;
      const host = getHost();
      await startOrJoin(host, userId, toRequest(start), {
        begin: () => startTask(host.deps, start),
        isTask: true,
      });
      const { activeRunId: runId } = await host.deps.conversations.get(userId, conversationId);
      if (runId !== null) await untilEnded(host, { userId, conversationId, runId }, hooks);
      const reply = await readReply(host, start);
      if (reply !== null) return reply;
      throw new AppError("not_found", "What the step came to was not kept.");
    },
    async stop(userId, conversationId) {
      await stop(getHost(), { userId, conversationId });
      return readReply(getHost(), { userId, conversationId });
    },
    async steer(userId, conversationId, message) {
      try {
        await steer(getHost(), { userId, conversationId }, message);
      } catch (error) {
        if (!isAppError(error) || error.code !== "not_running") throw error;
      }
    },
    async tell(userId, conversationId, finding) {
      (await getHost().live.find(userId, conversationId))?.plan.findings.add(finding);
    },
    async note(userId, conversationId, id, message) {
      (await getHost().live.find(userId, conversationId))?.plan.note(id, message);
    },
  };
}

function toRequest({ conversationId, texts }: TaskStart): ChatRequest {
  const parts = texts.map((text) => ({ type: "text" as const, text }));
  const message = { id: toQuestionId(conversationId), role: "user" as const, parts };
  return { id: conversationId, trigger: "submit-message", message, options: {} };
}

type Hooks = Parameters<TaskPorts["tasks"]["run"]>[1];

/** Until its reply is stored, whoever makes it. A task that nobody makes any more goes on here. */
function untilEnded({ deps, workers }: RunHost, run: RunKey, { signal, onAsking }: Hooks): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const look = () =>
    void workers
      .ensure(run, { isTask: true })
      .then((isMade) => (isMade ? undefined : resolve()))
      .catch((error: unknown) => deps.log.warn("run_not_taken_over", { runId: run.runId, error }));
  const timer = setInterval(look, lookMs);
  const unwatch = deps.leases.watch(run.runId, (held) => {
    if (held === null || held.lease.endedAt !== null) resolve();
    else onAsking(held.waitMs !== null);
  });
  const leave = () => reject(signal.reason as Error);
  signal.addEventListener("abort", leave, { once: true });
  if (signal.aborted) leave();
  return promise.finally(() => {
    clearInterval(timer);
    unwatch();
    signal.removeEventListener("abort", leave);
  });
}

async function readReply(
  { deps }: RunHost,
  { userId, conversationId }: Pick<TaskStart, "userId" | "conversationId">,
): Promise<ChatMessage | null> {
  const page = await deps.messages.listNewest(userId, conversationId, { limit: 1, beforeSeq: undefined });
  const reply = page.messages.at(-1)?.message;
  return reply?.role === "assistant" ? reply : null;
}
