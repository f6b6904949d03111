import type { Alerts } from "@/lib/alerts/alerts";
import type { JobPlace } from "@/lib/data/jobs";
import { mayBeWorkedFor, type Person } from "@/lib/data/people";
import { createLaboratory } from "@/lib/laboratory/laboratory";
import { createNightlyRuns } from "@/lib/laboratory/nightly";
import { listRatedQuestions } from "@/lib/laboratory/rated-questions";
import { createExperimentHandler } from "@/lib/laboratory/run-experiment";
import { suggestHints } from "@/lib/laboratory/suggest-hints";
import { waitFor } from "@/lib/models/open-chain";
import { runsQuerySchema } from "@/lib/protocol/runs";
import type { AgentSettings, SettingsPatch } from "@/lib/protocol/settings";
import type { RunModels } from "@/lib/engine/ports";
import type { Runs } from "@/lib/engine/runs";
import { isFree, newId, toRunModels, type CoreServices } from "./core-services";
import { mayCostBeside } from "./run-ports";

type Beside = {
  alerts: Pick<Alerts, "settleNight">;
  runs: Pick<Runs, "startTrial" | "stop" | "forgetConversation">;
  runJob: (place: JobPlace) => Promise<unknown>;
  inBackground: (event: string, work: Promise<unknown>) => void;
};
/** What is older says little of tools as they are now. */
const hintDays = 30;
type SaveSettings = (patch: SettingsPatch, version: number, author: Person) => Promise<unknown>;

/** Settings compared on saved questions, which are asked as a person does, in temporary conversations. */
export function openLaboratory(base: CoreServices, { alerts, runs, runJob, inBackground }: Beside) {
  const { records, providers, log, now } = base;
  const isAllowed = (userId: string) => mayBeWorkedFor(records.people, userId, "admin");
  const models = () => toRunModels(providers.models(), base);
  const listRuns = async (userId: string, query: object) =>
    (await records.runLists(userId, runsQuerySchema.parse({ limit: 100, ...query }))).runs;
  const deps = {
    ...{ ...records, settings: base.settings, now, newId },
    listRuns: (userId: string) => listRuns(userId, {}),
    toChain: (settings: AgentSettings) => toChain(base, settings),
    listJudges: async () => (await base.chainOf("lite")).filter((ref) => !ref.startsWith("offline:")),
    toMostCharge: (...asked: Parameters<RunModels["toMostCharge"]>) => models().toMostCharge(...asked),
    begin: (userId: string, experimentId: string) =>
      inBackground("experiment_not_begun", runJob({ kind: "experiment", userId, experimentId })),
  };
  const laboratory = createLaboratory(deps);
  const { noteEnd, ...nightly } = createNightlyRuns({
    ...{ ...deps, isAllowed, log, settleAlerts: alerts.settleNight },
  });
  return {
    ...{ ...laboratory, ...nightly },
    publishBy: (id: string, author: Person, saveSettings: SaveSettings) =>
      laboratory.publish(id, (patch, version) => saveSettings(patch, version, author)),
    /** Hints that failures of tools suggest. */
    async suggestHints() {
      const [mends, inForce] = await Promise.all([records.statistics.mends(hintDays), base.settings.get()]);
      return suggestHints(mends, inForce.settings.toolHints);
    },
    listRated: (userId: string) =>
      listRatedQuestions(
        {
          ...records,
          listRated: async (id) =>
            (await Promise.all([listRuns(id, { rating: "up" }), listRuns(id, { rating: "down" })])).flat(),
        },
        userId,
      ),
    handleJob: createExperimentHandler({
      ...{ ...records, log, now, isAllowed, noteEnd },
      startTrial: runs.startTrial,
      stop: runs.stop,
      forget: runs.forgetConversation,
      askSmall: base.askSmall,
      toCharge: (model, usage) => models().toCharge(model, usage),
      personPurse: base.personPurse,
      wait: waitFor,
    }),
  };
}
export type OpenedLaboratory = ReturnType<typeof openLaboratory>;

function toChain({ providers }: CoreServices, settings: AgentSettings) {
  const models = providers.models();
  const chain = models.chain("main", { settings: settings.modelTiers.main });
  const isAnswerFree = chain.every((ref) => isFree(models, ref));
  return { chain, isFree: isAnswerFree && !mayCostBeside(providers, settings) };
}
