import { AppError, isAppError } from "@/lib/errors";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ChatRequest } from "@/lib/protocol/chat-request";
import { steer, stop } from "./commands";
import type { RunKey } from "./lease/live-runs";
import type { StepPorts } from "./ports";
import { startOrJoin, type House } from "./start-or-join";
import type { StepStart } from "./task";
import { startStep, toQuestionId } from "./turn/start-step";

/** How often it is looked whether anybody makes the step, where no sweep does. */
const lookMs = 5_000;

/** Steps of plans as runs, which outlive their process and that of the plan. */
export function createStepRuns(getHouse: () => House): StepPorts["steps"] {
  return {
    async run(start, hooks) {
      const { userId, conversationId } = start;
      const house = getHouse();
      await startOrJoin(house, userId, toRequest(start), {
        begin: () => startStep(house.deps, start),
        isStep: true,
      });
      const { activeRunId: runId } = await house.deps.conversations.get(userId, conversationId);
      if (runId !== null) await untilEnded(house, { userId, conversationId, runId }, hooks);
      const reply = await readReply(house, start);
      if (reply !== null) return reply;
      throw new AppError("not_found", "What the step came to was not kept.");
    },
    async stop(userId, conversationId) {
      await stop(getHouse(), { userId, conversationId });
      return readReply(getHouse(), { userId, conversationId });
    },
    async steer(userId, conversationId, message) {
      try {
        await steer(getHouse(), { userId, conversationId }, message);
      } catch (error) {
        if (!isAppError(error) || error.code !== "not_running") throw error;
      }
    },
    async tell(userId, conversationId, finding) {
      (await getHouse().live.find(userId, conversationId))?.plan.findings.add(finding);
    },
    async note(userId, conversationId, id, message) {
      (await getHouse().live.find(userId, conversationId))?.plan.note(id, message);
    },
  };
}

function toRequest({ conversationId, texts }: StepStart): ChatRequest {
  const parts = texts.map((text) => ({ type: "text" as const, text }));
  const message = { id: toQuestionId(conversationId), role: "user" as const, parts };
  return { id: conversationId, trigger: "submit-message", message, options: {} };
}

type Hooks = Parameters<StepPorts["steps"]["run"]>[1];

/** Until its reply is stored, whoever makes it. A step that nobody makes any more goes on here. */
function untilEnded({ deps, workers }: House, run: RunKey, { signal, onAsking }: Hooks): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const look = () =>
    void workers
      .ensure(run, { isStep: true })
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
  { deps }: House,
  { userId, conversationId }: Pick<StepStart, "userId" | "conversationId">,
): Promise<ChatMessage | null> {
  const page = await deps.messages.listNewest(userId, conversationId, { limit: 1, beforeSeq: undefined });
  const reply = page.messages.at(-1)?.message;
  return reply?.role === "assistant" ? reply : null;
}
