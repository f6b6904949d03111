import type { Alerts } from "@/lib/alerts/alerts";
import { isStandIn } from "@/lib/protocol/model-refs";
import { createIndexSaid } from "@/lib/documents/index-said";
import type { Library } from "@/lib/documents/library-service";
import type { WorkflowService } from "@/lib/workflows/workflows";
import type { CoreServices } from "./core-services";
import { createDueWork, type DueWorkDeps } from "./due-work";
import type { OpenedLaboratory } from "./laboratory";
import { createTraceExpiry } from "./trace-expiry";

type Work = Pick<DueWorkDeps, "forget" | "remind"> & {
  library: Library;
  workflows: WorkflowService;
  laboratory: OpenedLaboratory;
  alerts: Pick<Alerts, "look" | "tell">;
};

/** What is done from time to time by whoever looks. */
export function openWorkAtTimes(
  base: CoreServices,
  { library, workflows, laboratory, alerts, ...work }: Work,
) {
  const dueWork = createDueWork({
    ...{ ...base, ...work, tell: alerts.tell },
    recall: createIndexSaid({
      ...{ ...base, ...base.records },
      listEmbeddingModels: () => base.chainOf("embedding"),
      isWanted: async (userId) =>
        (await base.settings.get()).settings.memoryEnabled && !(await base.memory.list(userId)).isOff,
    }),
    ...{ documentJobs: library.jobs, askWorkflow: workflows.handleJob },
    askExperiment: laboratory.handleJob,
    beginNight: laboratory.beginNight,
    hasSmallModel: () => hasSmallModel(base),
    isMemoryEnabled: async () => (await base.settings.get()).settings.memoryEnabled,
  });
  const { closing } = dueWork;
  const expireTraces = createTraceExpiry(base, closing);
  const doDueWork = () => expireTraces().then(alerts.look).then(dueWork.sweep);
  /** Without it all else works: it is tried again by whoever looks for work next. */
  const prepareHandbook = () =>
    library
      .prepareHandbook(closing)
      .catch((error: unknown) => base.log.warn("handbook_not_indexed", { error }));
  return { ...dueWork, doDueWork, prepareHandbook, doAll: () => prepareHandbook().then(doDueWork) };
}

/** The offline guide is no model that could be asked. */
export async function hasSmallModel({ chainOf }: Pick<CoreServices, "chainOf">): Promise<boolean> {
  return (await chainOf("lite")).some((ref) => !isStandIn(ref));
}
