import type { Alerts } from "@/lib/features/alerts/alerts";
import { experimentJob } from "@/lib/features/laboratory/records/experiments";
import { mayBeWorkedFor, type Person } from "@/lib/data/people";
import type { Doors } from "@/lib/engine/feature";
import type { Ground } from "@/lib/engine/ground";
import { createLaboratory, type Laboratory } from "./laboratory";
import { createNightlyRuns } from "./nightly";
import { listRatedQuestions } from "./rated-questions";
import { createExperimentJob } from "./run-experiment";
import { suggestHints } from "./suggest-hints";
import { runsQuerySchema, type RunSummary } from "@/lib/protocol/runs";
import type { DraftRef } from "@/lib/features/settings/shape";
import type { AgentSettings, SettingsPatch } from "@/lib/protocol/settings";
import type { ToolsDoor } from "@/lib/engine/tools/catalog";

/** What is older says little of tools as they are now. */
const hintDays = 30;
type SaveSettings = (
  ...publish: [patch: SettingsPatch, version: number, author: Person, draft?: DraftRef]
) => Promise<unknown>;

/** Settings compared on saved questions, which are asked as a person does, in temporary conversations. */
export function openLaboratory(
  ground: Ground,
  { jobs, runs, tools }: Doors & ToolsDoor,
  alerts: Pick<Alerts, "settleNight">,
) {
  const { records, log, now } = ground;
  const isAllowed = (userId: string) => mayBeWorkedFor(records.people, userId, "admin");
  const listRuns = async (userId: string, query: object) =>
    (await records.runLists(userId, runsQuerySchema.parse({ limit: 100, ...query }))).runs;
  const deps = {
    ...{ ...records, settings: ground.settings, now, newId: ground.newId },
    listRuns: (userId: string) => listRuns(userId, {}),
    toChain: (settings: AgentSettings) => toChain(ground, settings),
    listJudges: async () =>
      (await ground.chainOf("lite")).filter((ref) => !ground.models().describe(ref).isStandIn),
    toMostCharge: ground.toMostCharge,
    begin: (userId: string, experimentId: string) =>
      ground.inBackground("experiment_not_begun", jobs().run(experimentJob.at({ userId, experimentId }))),
  };
  const { noteEnd, nightJob, ...nightly } = createNightlyRuns({
    ...{ ...deps, isAllowed, log, settleAlerts: alerts.settleNight },
  });
  const experimentWork = createExperimentJob({
    ...{ ...records, log, now, isAllowed, noteEnd, personPurse: ground.personPurse },
    getAgent: records.agents.get,
    startTrial: (trial) => runs().startTrial(trial),
    stop: (...place) => runs().stop(...place),
    forget: (...place) => runs().forgetConversation(...place),
    describeTool: (name) => tools().describe(name),
    askSmall: ground.askSmall,
    toCharge: ground.toCharge,
    wait: ground.wait,
  });
  return {
    name: "laboratory",
    service: { ...createService({ ...ground, tools }, createLaboratory(deps), listRuns), ...nightly },
    jobs: [experimentWork, nightJob],
  };
}

function createService(
  { records, settings, tools }: Ground & ToolsDoor,
  laboratory: Laboratory,
  listRuns: (userId: string, query: object) => Promise<RunSummary[]>,
) {
  return {
    ...laboratory,
    publishBy: (id: string, author: Person, saveSettings: SaveSettings) =>
      laboratory.publish(id, (patch, version, draft) => saveSettings(patch, version, author, draft)),
    /** Hints that failures of tools suggest. */
    async suggestHints() {
      const [mends, inForce] = await Promise.all([records.statistics.mends(hintDays), settings.get()]);
      return suggestHints(mends, inForce.settings.toolHints);
    },
    listRated: (userId: string) =>
      listRatedQuestions(
        {
          ...{ ...records, describeTool: tools().describe },
          listRated: async (id) =>
            (await Promise.all([listRuns(id, { rating: "up" }), listRuns(id, { rating: "down" })])).flat(),
        },
        userId,
      ),
  };
}

function toChain({ models, isFree, mayCostBeside }: Ground, settings: AgentSettings) {
  const chain = models().chain("main", { settings: settings.modelTiers.main });
  return { chain, isFree: chain.every(isFree) && !mayCostBeside(settings) };
}
