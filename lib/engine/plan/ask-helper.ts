import type { RunHost } from "@/lib/engine/ports";
import type { Brief } from "@/lib/engine/brief";
import type { Context } from "@/lib/engine/run/context";
import { toMadeOf, toMadeOrigin } from "@/lib/engine/loop/consent/view";
import { AppError } from "@/lib/errors";
import { toMessageText } from "@/lib/protocol/message-text";
import type { HelperMessage } from "@/lib/features/plans/shape";
import { slot } from "@/lib/engine/run/slot";
import type { Run } from "@/lib/engine/run/run";
import type { TaskStart, Task } from "@/lib/engine/task";
import type { AskHelper } from "@/lib/features/plans/tools/ask-helper/schema";
import { isUsable } from "./do-task";
import { toRootTask } from "./task-starts";
import { listHelpedSources, type MakeHelpedReply, toCallHash, toHelpedStart } from "./helped-reply";
import { findHelper, listHelpers } from "./helpers";
import { isPrivateReply } from "./results";

/** Of what is left of the asking task's money one helper gets so much at most. */
const share = 1 / 3;
const shownCharacters = 280;

/** Has a helper work for one of the run's calls; absent where nobody may be asked. */
export const askHelper = slot<AskHelper | null>(null);

/**
 * How a task, or a helper that it asked, asks another one. The helper's work is a run like a task's; a
 * call that is repeated joins it. It has no tool that changes something, and is ended where it would ask the
 * person or its caller does not wait any more.
 */
export function toAskHelper(
  host: RunHost,
  run: Pick<Run, "brief" | "context" | "account" | "control">,
  task: Task,
  makeReply: MakeHelpedReply,
): AskHelper {
  return async ({ helper: id, question }, { tool, callId, signal }) => {
    const askedBy = [...task.askedBy, run.brief.agent?.id ?? task.step];
    if (askedBy.includes(id))
      throw new AppError("invalid_request", `${id} is waiting for this already: it cannot be asked.`);
    const agent = await findHelper(host, run.brief.userId, id);
    if (agent === null) {
      const known = (await listHelpers(host, run.brief.userId)).map((helper) => helper.id).join(", ");
      throw new AppError("not_found", `There is no helper ${id}. There are: ${known}.`);
    }
    const hash = toCallHash([run.brief.id, callId, id, question]);
    const conversationId = `${run.brief.id}_h${hash}`;
    const note = createNote(host, run.brief, task, `${task.step}-${task.attempt}-${hash}`);
    const from = run.brief.agent !== null && task.askedBy.length > 0 ? run.brief.agent.name : task.step;
    await note("question", { from, to: agent.name, text: question });
    const start: TaskStart = {
      ...toHelpedStart(host.tools, run, share),
      conversationId,
      agent,
      title: agent.name,
      texts: [question],
      task: {
        ...task,
        ...toRootTask(run.brief, run.control.steering.hear()),
        askedBy,
        expected: "",
        origins: [toQuestionOrigin(run.context)],
      },
    };
    const reply = await makeReply(start, { tool, signal });
    const text = isUsable(reply) ? toMessageText(reply) : "";
    await note(text === "" ? "status" : "result", { from: agent.name, to: from, text: text || noAnswer });
    if (text === "") throw new AppError("tool_unavailable", `${agent.name} came to no result.`);
    return {
      ...{ helper: agent.name, text, conversationId, isPrivate: isPrivateReply(host.tools, reply) },
      sources: listHelpedSources(host.tools, reply),
    };
  };
}

/** Of a question that a model wrote with all that it had before it. */
function toQuestionOrigin(context: Context): Task["origins"][number] {
  const view = context.opened()?.judge.view();
  return view === undefined ? "tool" : toMadeOrigin(toMadeOf(view));
}

const noAnswer = "It came to no result.";

type HelperNote = Pick<HelperMessage, "from" | "to" | "text">;

/** Into the log of the plan, where that is followed in this process; the task's own log has it anyway. */
function createNote(host: RunHost, { userId }: Brief, { conversationId }: Task, id: string) {
  return async (kind: HelperMessage["kind"], { from, to, text }: HelperNote): Promise<void> => {
    const words = text.replace(/\s+/g, " ").trim().slice(0, shownCharacters);
    const message = { kind, from, to, at: host.now(), text: words };
    await host.tasks.note(userId, conversationId, `${id}-${kind}`, message);
  };
}
