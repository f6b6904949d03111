import { hasStrangers } from "@/lib/engine/loop/consent/view";
import { createMissing, listMissing } from "@/lib/features/workflows/records";
import { AppError } from "@/lib/errors";
import { toMessageText } from "@/lib/protocol/message-text";
import { fillVariables, listVariables } from "@/lib/protocol/prompt-text";
import type { Workflow } from "@/lib/features/workflows/shape/workflows";
import type { RunHost } from "@/lib/engine/ports";
import { slot } from "@/lib/engine/run/slot";
import type { Run } from "@/lib/engine/run/run";
import { listWithin, type TaskStart, type Task } from "@/lib/engine/task";
import { nameWorkflows, type RunWorkflow } from "@/lib/features/workflows/tools/run-workflow/schema";
import { isUsable } from "./do-task";
import { toRootTask } from "./task-starts";
import { listHelpedSources, type MakeHelpedReply, toCallHash, toHelpedStart } from "./helped-reply";
import { isPrivateReply } from "./results";

/** Of what is left of the caller's money one workflow gets so much at most. */
const share = 1 / 2;

/** Runs a workflow for one of the run's calls; absent where none may be run. */
export const runWorkflow = slot<RunWorkflow | null>(null);

/**
 * How a reply, or a task of a plan, runs a workflow of its person's: as a helper is asked, with the kept
 * tasks instead of a plan. None runs inside itself, however far down.
 */
export function toRunWorkflow(
  host: RunHost,
  run: Pick<Run, "brief" | "context" | "account" | "control">,
  makeReply: MakeHelpedReply,
): RunWorkflow {
  return async ({ workflow: name, values }, { tool, callId, signal }) => {
    const named = nameWorkflows(await host.records.workflows.listTools(run.brief.userId));
    const workflow = named.get(name);
    if (workflow === undefined)
      throw new AppError(
        "not_found",
        `There is no workflow ${name}. There are: ${[...named.keys()].join(", ")}.`,
      );
    if (listWithin(run.brief).includes(workflow.id))
      throw new AppError("invalid_request", `${name} is what you work on: it cannot be run for itself.`);
    const start = await toStart(host, run, workflow, { callId, values });
    const reply = await makeReply(start, { tool, signal });
    const text = isUsable(reply) ? toMessageText(reply) : "";
    if (text === "") throw new AppError("tool_unavailable", `${name} came to no result.`);
    return {
      ...{ workflow: workflow.name, question: start.texts[0] ?? "", text },
      ...{ conversationId: start.conversationId, isPrivate: isPrivateReply(host.tools, reply) },
      sources: listHelpedSources(host.tools, reply),
    };
  };
}

type WorkflowCall = { callId: string; values: Record<string, string> };

async function toStart(
  host: RunHost,
  run: Pick<Run, "brief" | "context" | "account" | "control">,
  workflow: Workflow,
  { callId, values }: WorkflowCall,
): Promise<TaskStart> {
  const { id, question, answer, steps } = workflow;
  const known = listVariables(question).map((name) => [name, values[name] ?? workflow.values[name] ?? ""]);
  const given: Record<string, string> = Object.fromEntries(known);
  const missing = listMissing(question, given);
  if (missing.length > 0) throw createMissing(missing);
  const text = fillVariables(question, new Map(Object.entries(given)));
  const place = toCallHash([run.brief.id, callId, id, text]);
  const agents = answer.agent === undefined ? [] : await host.records.agents.listFor(run.brief.userId);
  const helped = toHelpedStart(host.tools, run, share);
  const { mode = "balanced", style = run.brief.style } = answer;
  return {
    ...helped,
    conversationId: `${run.brief.id}_w${place}`,
    title: workflow.name,
    texts: [text],
    options: { ...helped.options, mode, style, ...(steps.length > 0 && { workflow: { id, values: given } }) },
    agent: agents.find(({ id: agentId }) => agentId === answer.agent) ?? null,
    settings: { ...helped.settings, checkpoints: [] },
    task: toWorkflowTask(run, workflow, given),
  };
}

/** With a value that a model has written, its words may be a stranger's, or private: they open nothing. */
function toWorkflowTask(
  run: Pick<Run, "brief" | "context" | "control">,
  { id, name, values }: Workflow,
  given: Record<string, string>,
): Task {
  const view = run.context.opened()?.judge.view();
  const hadStrangers = view === undefined || hasStrangers(view);
  const isKept = Object.entries(given).every(([key, value]) => value === values[key]);
  return {
    ...toRootTask(run.brief, run.control.steering.hear()),
    ...{ step: run.brief.task?.step ?? name, attempt: run.brief.task?.attempt ?? 1, expected: "" },
    askedBy: [...(run.brief.task?.askedBy ?? []), id],
    within: [...listWithin(run.brief), id],
    origins: [isKept && !hadStrangers ? "planned" : hadStrangers ? "tool" : "model"],
  };
}
