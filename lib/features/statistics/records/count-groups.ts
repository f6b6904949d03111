import { createHash } from "node:crypto";
import { z } from "zod";
import { verdicts, type Verdict } from "@/lib/features/evidence/shape/claims";
import type { RunRecord, ToolCallRecord } from "@/lib/protocol/run-record";
import { agentStyles, modelRefSchema } from "@/lib/protocol/settings";
import { groupKinds, type GroupKind, type GroupRow } from "@/lib/features/statistics/shape";
import { sumCounts, type Counts } from "./sum-counts";
import { readPercent, toBucket } from "./histogram";

/** What is known of a reply beside its record. */
export type ReplyExtra = {
  /** Who asked. */
  userId?: string;
  /** What a call of the model could hold, in tokens; `null` where it is not known. */
  contextTokens?: number | null;
  /** Facts about the person that the answer used. */
  usedMemories?: number;
  marks?: MarkCounts;
  /** Whether a tool is one of ours. */
  isOwnTool?: (tool: string) => boolean;
};
/** How many cited sentences got which mark; less than nothing where a mark is taken back. */
export type MarkCounts = Partial<Record<Verdict, number>>;
/** What comes to a reply after it was counted. */
export type LaterCounts = { marks?: MarkCounts; up?: number; down?: number };

/** A reply that took no longer. */
export const fastMs = 30_000;

const count = z.number().default(0).catch(0);
const tally = z.record(z.string(), z.number()).default({}).catch({});
const row = z.object({
  name: z.string(),
  count,
  succeeded: count,
  failed: count,
  fast: count,
  costMicroUsd: count,
  rounds: count,
  inputTokens: count,
  cachedInputTokens: count,
  /** Thousandths of what the largest call could have held, added up over `measured` replies. */
  context: count,
  measured: count,
  remembering: count,
  up: count,
  down: count,
  marks: tally,
  ms: tally,
});
const rowsOfKind = z.record(z.string(), row).default({}).catch({});
const kinds = Object.fromEntries(groupKinds.map((kind) => [kind, rowsOfKind])) as Record<
  GroupKind,
  typeof rowsOfKind
>;
export const groupsSchema = z
  .object(kinds)
  .default(() => z.object(kinds).parse({}))
  .catch(() => z.object(kinds).parse({}));
export type Groups = z.output<typeof groupsSchema>;

/** What a reply adds to everything that it belongs to: the site, its model, agent and style, its calls. */
export function countGroups(run: RunRecord, extra: ReplyExtra): Counts {
  const calls = run.steps.flatMap(({ toolCalls }) => toolCalls);
  const reply = countReply(run, extra);
  return sumCounts([toGroupsOf(run, reply), countPerson(extra.userId, reply), countCalls(calls)]);
}

/** Little of each, because there may be many; by a key that names nobody once the person is gone. */
function countPerson(
  userId: string | undefined,
  { count: all, succeeded, failed, costMicroUsd }: Counts,
): Counts {
  if (userId === undefined) return {};
  const key = toKey(userId);
  const counts = { name: key, count: all, succeeded, failed, costMicroUsd } as Counts;
  return { person: { [key]: counts } };
}

const mostPeople = 500;

/** A day that is over keeps those who cost most: everybody's counters may be too much for a document. */
export function keepDearest<COUNTS extends Counts>(counts: COUNTS): COUNTS {
  const { person, ...groups } = groupsSchema.parse(counts["groups"]);
  const dearest = Object.entries(person)
    .sort(([, one], [, other]) => other.costMicroUsd - one.costMicroUsd || other.count - one.count)
    .slice(0, mostPeople);
  return { ...counts, groups: { ...groups, person: Object.fromEntries(dearest) } };
}

/** What a step of a plan adds to them: tokens, calls and who did it, no reply. */
export function countStepGroups(run: RunRecord): Counts {
  const { inputTokens, cachedInputTokens } = run.usage;
  const calls = run.steps.flatMap(({ toolCalls }) => toolCalls);
  const name = run.agent?.name ?? "";
  const helper = { [run.agent ? toKey(run.agent.id) : "built_in"]: { name, ...countReply(run, {}) } };
  return sumCounts([toGroupsOf(run, { inputTokens, cachedInputTokens }), { helper }, countCalls(calls)]);
}

/** What a mark or a rating that comes later adds to the same. */
export function countLater(run: RunRecord, { marks = {}, up = 0, down = 0 }: LaterCounts): Counts {
  return toGroupsOf(run, { marks, up, down });
}

function toGroupsOf(run: RunRecord, counts: Counts): Counts {
  const style = agentStyles.find((known) => known === run.style) ?? "unknown";
  const model = modelRefSchema.safeParse(run.model).success ? run.model : "unknown";
  return {
    site: { all: { name: "", ...counts } },
    model: { [toKey(model)]: { name: model, ...counts } },
    agent: { [run.agent ? toKey(run.agent.id) : "built_in"]: { name: run.agent?.name ?? "", ...counts } },
    style: { [style]: { name: style, ...counts } },
  };
}

function countReply(run: RunRecord, { contextTokens, usedMemories = 0, marks = {} }: ReplyExtra): Counts {
  const ms = Math.max(0, (run.endedAt ?? run.startedAt) - run.startedAt);
  const largest = Math.max(0, ...run.steps.map(({ usage }) => usage.inputTokens));
  return {
    count: 1,
    succeeded: Number(run.outcome === "completed"),
    failed: Number(run.outcome === "failed" || run.outcome === "interrupted"),
    fast: Number(ms <= fastMs),
    costMicroUsd: run.costMicroUsd,
    rounds: run.steps.length,
    inputTokens: run.usage.inputTokens,
    cachedInputTokens: run.usage.cachedInputTokens,
    context: contextTokens ? Math.round((largest / contextTokens) * 1000) : 0,
    measured: Number(Boolean(contextTokens)),
    remembering: Number(usedMemories > 0),
    marks,
    ms: { [toBucket(ms)]: 1 },
  };
}

function countCalls(calls: readonly ToolCallRecord[]): Counts {
  const tool = sumCounts(calls.map((call) => ({ [toKey(call.tool)]: countCall(call) })));
  const engine = sumCounts(
    calls.flatMap(({ engines = [], durationMs }) =>
      engines.map(({ name, isServing }) => ({
        [toKey(name)]: countOne(name, isServing, isServing ? durationMs : null),
      })),
    ),
  );
  return { tool, engine };
}

function countCall({ tool, status, costMicroUsd, durationMs }: ToolCallRecord): Counts {
  const name = /^[a-z][a-z0-9_.]{0,63}$/.test(tool) ? tool : "unknown";
  return { ...countOne(name, status === "success", durationMs), costMicroUsd };
}

function countOne(name: string, isSuccess: boolean, ms: number | null): Counts {
  return {
    name,
    count: 1,
    succeeded: Number(isSuccess),
    failed: Number(!isSuccess),
    fast: Number(ms !== null && ms <= fastMs),
    ms: ms === null ? {} : { [toBucket(ms)]: 1 },
  };
}

/** A field's name for a name of any length and signs. */
export function toKey(name: string): string {
  return createHash("sha256").update(name).digest("hex").slice(0, 24);
}

/** As the page shows them, the most used first. */
export function toGroupRows(groups: Groups): GroupRow[] {
  return groupKinds.flatMap((kind) =>
    Object.values(groups[kind])
      .map((counts) => toGroupRow(kind, counts))
      .sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1)),
  );
}

function toGroupRow(
  kind: GroupKind,
  { marks, ms, context, measured, ...counts }: z.output<typeof row>,
): GroupRow {
  return {
    kind,
    ...counts,
    context: measured === 0 ? null : context / measured / 1000,
    marks: Object.fromEntries(verdicts.map((verdict) => [verdict, Math.max(0, marks[verdict] ?? 0)])),
    p50: readPercent(ms, 50),
    p95: readPercent(ms, 95),
  };
}
