import { createHash } from "node:crypto";
import {
  nightlyJob,
  type NightlyRecord,
  type NightlyRecords,
} from "@/lib/features/laboratory/records/nightly";
import { AppError, isAppError, type ErrorCode } from "@/lib/errors";
import { onJob } from "@/lib/jobs/jobs";
import type { Log } from "@/lib/log";
import type { Firing } from "@/lib/features/alerts/shape";
import { leastNightlyQuestions } from "@/lib/features/laboratory/shape/compared-settings";
import type { ExperimentTable, Wins } from "@/lib/features/laboratory/shape/laboratory";
import {
  keptNights,
  nightlyMeasures,
  type Nightly,
  type NightlyMeasure,
  type NightlyReply,
} from "@/lib/features/laboratory/shape/nightly";
import { createTooDear, estimateSides, pickQuestions, type LaboratoryDeps } from "./laboratory";
import { summarize } from "./summarize";

export type NightlyDeps = Omit<LaboratoryDeps, "saveSettings"> & {
  nightly: NightlyRecords;
  /** Whether the person may still use the site. */
  isAllowed: (userId: string) => Promise<boolean>;
  /** Opens, keeps and ends the alerts of nights. */
  settleAlerts: (firings: readonly Firing[]) => Promise<void>;
  log: Log;
};

/** What passes by itself is waited for. */
const retryMs = 60_000;
const passing: readonly ErrorCode[] = ["conflict", "store_unavailable"];
/** So uneven a result is hardly chance: five questions lost and none won is, four are not. */
const level = 0.05;

/** Asks the same questions each night with what is live, and tells when answers are worse than before. */
export function createNightlyRuns(deps: NightlyDeps) {
  const { nightly, experiments, settleAlerts, log, now } = deps;
  return {
    readNightly: async (): Promise<NightlyReply> => toReply(await nightly.find()),

    /** Throws `invalid_request` where a night would cost more than it may. What was worse is accepted. */
    async saveNightly(userId: string, asked: Nightly): Promise<NightlyReply> {
      if (asked.isOn) await prepare(deps, userId, asked);
      const saved = await nightly.save(userId, asked);
      await settleAlerts([]);
      return toReply(saved);
    },

    nightJob: onJob(nightlyJob, async () => {
      try {
        const record = await nightly.find();
        const dueAt = record?.nextAt ?? null;
        if (record === null || dueAt === null || dueAt > now()) return dueAt;
        const begun = await begin(deps, record, dueAt);
        return begun === "later" ? now() + retryMs : await nightly.settle(dueAt, begun);
      } catch (error) {
        log.warn("night_not_begun", { error });
        return now() + retryMs;
      }
    }),

    /** What came of an experiment that is over, where it is one of a night; again it changes nothing. */
    async noteEnd(id: string): Promise<void> {
      const experiment = await experiments.find(id);
      if (experiment === null || experiment.night === null) return;
      const table = summarize(await experiments.listResults(id));
      const { state, reason, createdAt: at, spentMicroUsd: costMicroUsd } = experiment;
      const { passes, judged, rows } = table;
      const passed = rows.find(({ side }) => side === "draft")?.passed ?? {
        count: 0,
        of: 0,
        low: 0,
        high: 1,
      };
      const worse = listWorse(table);
      const isWhole = state === "done";
      const night = { experimentId: id, at, state, reason, costMicroUsd, passed, passes, judged, worse };
      // One that is worse is not what others are compared with: that would end its alert.
      await nightly.addNight(night, isWhole && worse.length === 0);
      if (isWhole || worse.length > 0) await settleAlerts(worse.map((what) => toFiring(what, table[what])));
    },
  };
}
/** What the answers of a night are worse in than those before, by a one-sided sign test. */
export function listWorse(table: Pick<ExperimentTable, NightlyMeasure>): NightlyMeasure[] {
  const isWorse = ({ live, draft, p }: Wins) => live > draft && p / 2 <= level;
  return nightlyMeasures.filter((what) => isWorse(table[what]));
}

function toFiring(subject: NightlyMeasure, { live, draft }: Wins): Firing {
  return { rule: "worse", subject, severity: "high", value: live, limit: draft };
}

/** The code of why it cannot be; `null` where it has begun, also before. */
async function begin(deps: NightlyDeps, record: NightlyRecord, dueAt: number): Promise<string | null> {
  const { experiments, now } = deps;
  const { userId, before, limitCents, isJudged, timezone, language } = record;
  const id = toExperimentId(dueAt);
  if ((await experiments.find(id)) !== null) return null;
  if (!(await deps.isAllowed(userId))) return "forbidden";
  try {
    const { settings, version, ...prepared } = await prepare(deps, userId, record);
    await deleteOld(deps, before);
    await experiments.create({
      ...{ id, userId, version, ...prepared, isJudged, timezone, language, night: { before } },
      ...{ state: "running", reason: null, createdAt: now(), draft: null, keptDraft: null, agent: null },
      ...{ limitMicroUsd: Math.round(limitCents * 10_000), spentMicroUsd: 0 },
      settings: { live: settings, draft: settings },
    });
    deps.begin(userId, id);
    return null;
  } catch (error) {
    if (!isAppError(error)) throw error;
    return passing.includes(error.code) ? "later" : error.code;
  }
}

async function prepare(deps: NightlyDeps, userId: string, asked: Nightly) {
  const [{ settings, version }, saved] = await Promise.all([deps.settings.get(), deps.savedQuestions.list()]);
  const questions = pickQuestions(saved, asked.questions);
  if (questions.length < leastNightlyQuestions)
    throw new AppError(
      "invalid_request",
      `A night needs ${leastNightlyQuestions} questions that are there.`,
      {
        fields: { questions: `tick at least ${leastNightlyQuestions}` },
      },
    );
  const estimate = await estimateSides(deps, userId, [settings], {
    questions: questions.length,
    isJudged: asked.isJudged,
  });
  if (estimate.microUsd > asked.limitCents * 10_000) throw createTooDear(estimate, asked.limitCents);
  return { settings, version, questions, estimate };
}

/** Older nights make room; the one that others are compared with stays. */
async function deleteOld({ experiments }: NightlyDeps, before: string | null): Promise<void> {
  const nights = (await experiments.list()).filter(({ night }) => night !== null);
  const old = nights.slice(keptNights - 1).filter(({ id, state }) => id !== before && state !== "running");
  for (const { id } of old) await experiments.delete(id);
}

/** One for each time, so that no night is asked twice. */
function toExperimentId(dueAt: number): string {
  return createHash("sha256").update(`night ${dueAt}`).digest("hex").slice(0, 32);
}

function toReply(record: NightlyRecord | null): NightlyReply {
  if (record === null) return { nightly: null };
  const { userId: _user, before: _before, ...nightly } = record;
  return { nightly };
}
