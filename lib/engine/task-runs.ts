import { AppError, isAppError } from "@/lib/errors";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ChatRequest } from "@/lib/protocol/chat-request";
import { steer, stop } from "./commands";
import type { RunKey } from "./lease/live-runs";
import type { TaskPorts } from "./ports";
import type { Runtime } from "./lease/workers";
import { startOrJoin } from "./start-or-join";
import type { TaskStart } from "./task";
import { startTask, toQuestionId } from "./turn/start-task";

/** How often it is looked whether anybody makes the task, where no sweep does. */
const lookMs = 5_000;

/** Tasks of plans as runs, which outlive their process and that of the plan. */
export function createTaskRuns(getRuntime: () => Runtime): TaskPorts {
  return {
    async run(start, hooks) {
      const { userId, conversationId } = start;
      const runtime = getRuntime();
      await startOrJoin(runtime, userId, toRequest(start), {
        begin: () => startTask(runtime.host, start),
        isTask: true,
      });
      const { activeRunId: runId } = await runtime.host.records.conversations.get(userId, conversationId);
      if (runId !== null) await untilEnded(runtime, { userId, conversationId, runId }, hooks);
      const reply = await readReply(runtime, start);
      if (reply !== null) return reply;
      throw new AppError("not_found", "What the step came to was not kept.");
    },
    async stop(userId, conversationId) {
      await stop(getRuntime(), { userId, conversationId });
      return readReply(getRuntime(), { userId, conversationId });
    },
    async steer(userId, conversationId, message) {
      try {
        await steer(getRuntime(), { userId, conversationId }, message);
      } catch (error) {
        if (!isAppError(error) || error.code !== "not_running") throw error;
      }
    },
    async tell(userId, conversationId, finding) {
      (await getRuntime().live.find(userId, conversationId))?.plan.findings.add(finding);
    },
    async note(userId, conversationId, id, message) {
      (await getRuntime().live.find(userId, conversationId))?.plan.note(id, message);
    },
  };
}

function toRequest({ conversationId, texts }: TaskStart): ChatRequest {
  const parts = texts.map((text) => ({ type: "text" as const, text }));
  const message = { id: toQuestionId(conversationId), role: "user" as const, parts };
  return { id: conversationId, trigger: "submit-message", message, options: {} };
}

type Hooks = Parameters<TaskPorts["run"]>[1];

/** Until its reply is stored, whoever makes it. A task that nobody makes any more goes on here. */
function untilEnded({ host, workers }: Runtime, run: RunKey, { signal, onAsking }: Hooks): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const look = () =>
    void workers
      .ensure(run, { isTask: true })
      .then((isMade) => (isMade ? undefined : resolve()))
      .catch((error: unknown) => host.log.warn("run_not_taken_over", { runId: run.runId, error }));
  const timer = setInterval(look, lookMs);
  const unwatch = host.records.leases.watch(run.runId, (held) => {
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
  { host }: Runtime,
  { userId, conversationId }: Pick<TaskStart, "userId" | "conversationId">,
): Promise<ChatMessage | null> {
  const page = await host.records.messages.listNewest(userId, conversationId, {
    limit: 1,
    beforeSeq: undefined,
  });
  const reply = page.messages.at(-1)?.message;
  return reply?.role === "assistant" ? reply : null;
}
