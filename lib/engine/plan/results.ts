import type { ChatMessage } from "@/lib/protocol/chat-message";
import { toMessageText } from "@/lib/protocol/message-text";
import type { Plan } from "@/lib/features/plans/shape";
import { hasResult } from "@/lib/protocol/task-result";
import { isStrange } from "@/lib/engine/consent/consent-view";
import { listResults, toToolName } from "@/lib/engine/consent/judge-calls";
import type { RunHost, RunTools } from "@/lib/engine/ports";
import { collectEarlierSources } from "@/lib/engine/cited-sources";
import type { TaskResult } from "@/lib/engine/run/plan-log";
import type { Run } from "@/lib/engine/run/run";

/** The results of these tasks, as far as they have one. Their sources are the reply's from now on. */
export async function readResults(
  { records: { messages }, tools }: RunHost,
  run: Pick<Run, "brief" | "reply">,
  { steps }: Plan,
  ids: readonly string[],
): Promise<TaskResult[]> {
  const wanted = steps.filter((task) => ids.includes(task.id) && hasResult(task));
  const read = await Promise.all(
    wanted.map(async ({ id, title, conversationId = "", isPrivate = false, isStrange: strange = false }) => {
      const page = await messages.listNewest(run.brief.userId, conversationId, {
        limit: 1,
        beforeSeq: undefined,
      });
      const reply = page.messages.at(-1)?.message;
      if (reply?.role !== "assistant") return [];
      collectEarlierSources(run.reply.sources, [reply], tools.listCitations);
      return [{ id, title, text: toMessageText(reply), isPrivate, isStrange: strange }];
    }),
  );
  return read.flat();
}

/** All that the answer can be written from. Empty where no task gave anything. */
export async function gatherResults(
  host: RunHost,
  run: Pick<Run, "brief" | "reply" | "plan">,
): Promise<TaskResult[]> {
  const plan = run.plan.find();
  if (plan === null) return [];
  return readResults(
    host,
    run,
    plan,
    plan.steps.map(({ id }) => id),
  );
}

/** Whether a reply may hold private words: it looked into documents, memory or a tool from outside. */
export function isPrivateReply(tools: RunTools, { parts }: ChatMessage): boolean {
  return parts.some((part) => {
    const name = toToolName(part);
    const output = "output" in part && part.state === "output-available" ? (part.output ?? null) : undefined;
    return name !== null && tools.isPrivateCall(name, output);
  });
}

/** Whether it read what strangers wrote. */
export function isStrangeReply(tools: RunTools, reply: ChatMessage): boolean {
  return listResults(reply).some((result) => result.output.ok && isStrange(tools, result));
}
