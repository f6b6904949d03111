import type { Reply } from "@/lib/engine/run/reply";
import { approvalLimitMs } from "@/lib/protocol/limits";
import { toLanguage } from "@/lib/engine/loop/notices";
import { findCitedNumbers } from "@/lib/protocol/cited-numbers";
import {
  checkConflicts,
  findMajority,
  toAuthorityQuestion,
  toConflictQuestion,
  type FoundConflict,
} from "@/lib/features/evidence/claims/conflicts";
import { conflictWords } from "@/lib/engine/planning/questions";
import type { Conflict } from "@/lib/features/plans/shape";
import type { RunHost, SourcePorts } from "@/lib/engine/ports";
import type { TaskResult } from "@/lib/engine/run/plan-log";
import type { Run, RunParts } from "@/lib/engine/run/run";
import { tellUnanswered } from "@/lib/engine/run/tell-unanswered";
import { findQuestion } from "./checkpoints";
import { gatherResults } from "./results";
import { toQuestionChunk } from "./settle-plan";

/**
 * Looks once for results that do not agree, and settles each by the sources they cite, by the authority of
 * these, by the most, or by the person where the administrator wants that. Says whether the person is asked.
 */
export async function settleConflicts(host: RunHost, run: RunParts): Promise<boolean> {
  const known = run.reply.log.chunks().findLast((chunk) => chunk.type === "data-conflicts")?.data.conflicts;
  if (known !== undefined) {
    const answered = known.map((conflict, index) => toAnswered(run.reply, conflict, index));
    keep(run.reply, answered);
    return false;
  }
  const results = await gatherResults(host, run);
  const found = results.length < 2 ? [] : await findConflicts(run, results);
  const settled: Conflict[] = [];
  for (const conflict of found) settled.push(await settle(host.sources.checkClaims, run, results, conflict));
  if (run.signal.aborted) return false;
  keep(run.reply, settled);
  if (!run.brief.settings.checkpoints.includes("conflict")) return false;
  settled.forEach((conflict, index) => conflict.winner === null && askPerson(host.now, run, conflict, index));
  return run.plan.isAsking();
}

function keep({ log }: Reply, conflicts: Conflict[]): void {
  log.push({ type: "data-conflicts", id: "conflicts", data: { conflicts } });
}

async function findConflicts(
  run: Pick<Run, "reply" | "account">,
  results: readonly TaskResult[],
): Promise<FoundConflict[]> {
  run.reply.stage("observing_results", "Comparing the results");
  const texts = results.map(({ text }) => text);
  const told = await run.account.ask(toConflictQuestion(texts), "conflicts");
  tellUnanswered(run.reply, "conflicts", told);
  return checkConflicts(texts, told.answer?.conflicts ?? []);
}

/** In the order of what is worth most; what nothing settles is told from both sides. */
async function settle(
  checkClaims: SourcePorts["checkClaims"],
  run: RunParts,
  results: readonly TaskResult[],
  { subject, sides, difference }: FoundConflict,
): Promise<Conflict> {
  const quotes = sides.map(({ quote }) => quote);
  const conflict = {
    subject,
    sides: sides.map(({ result, quote }) => ({ step: results[result]?.id ?? "", quote })),
    ...(difference !== undefined && { difference }),
  };
  const bySources = await checkSources(checkClaims, run, quotes);
  if (bySources !== null) return { ...conflict, settledBy: "sources", winner: bySources };
  const byAuthority = await askAuthority(run, subject, quotes);
  if (byAuthority !== null) return { ...conflict, settledBy: "authority", winner: byAuthority };
  const byVote = findMajority(quotes, difference === undefined ? "claim" : "number");
  if (byVote !== null) return { ...conflict, settledBy: "vote", winner: byVote };
  return { ...conflict, settledBy: "nobody", winner: null };
}

/** The one side whose sentence its own source supports; `null` where several are, or none. */
async function checkSources(
  checkClaims: SourcePorts["checkClaims"],
  run: Pick<Run, "brief" | "reply" | "signal">,
  quotes: readonly string[],
): Promise<number | null> {
  const { brief, reply, signal } = run;
  const checked = await checkClaims({ brief, sources: reply.sources, parts: quotes }, signal);
  if (checked === null) return null;
  const supported = new Set(
    checked.claims.flatMap(({ part, verdict }) =>
      verdict === "quoted" || verdict === "supported" ? [part] : [],
    ),
  );
  const [only, ...more] = supported;
  return only === undefined || more.length > 0 ? null : only;
}

async function askAuthority(
  run: Pick<Run, "reply" | "account">,
  subject: string,
  quotes: readonly string[],
): Promise<number | null> {
  const sources = quotes.map((quote) => {
    const [cited = -1] = findCitedNumbers(quote, (number) => run.reply.sources.has(number));
    const source = run.reply.sources.get(cited);
    return source && `${source.title} (${source.site}${source.publishedAt ? `, ${source.publishedAt}` : ""})`;
  });
  if (sources.some((source) => source === undefined) || new Set(sources).size < 2) return null;
  const asked = sources.filter((source) => source !== undefined);
  const { answer } = await run.account.ask(toAuthorityQuestion(subject, asked), "conflicts");
  return answer === null || answer.side === 0 ? null : answer.side - 1;
}

const toQuestionId = (index: number): string => `conflict-${index + 1}`;

function askPerson(
  now: () => number,
  run: Pick<Run, "brief" | "reply">,
  { subject, sides }: Conflict,
  index: number,
): void {
  const askedAt = now();
  const { text, both } = conflictWords(toLanguage(run.brief.options.language), subject);
  run.reply.log.push(
    toQuestionChunk({
      ...{ id: toQuestionId(index), text, topic: "conflict", state: "asked", fallback: both },
      choices: [...sides.map(({ quote }) => quote), both],
      ...{ askedAt, expiresAt: askedAt + approvalLimitMs },
    }),
  );
}

function toAnswered(reply: Reply, conflict: Conflict, index: number): Conflict {
  const question = findQuestion(reply, toQuestionId(index));
  const winner = conflict.sides.findIndex(({ quote }) => quote === question?.answer);
  return question?.state !== "answered" || winner === -1
    ? conflict
    : { ...conflict, settledBy: "person", winner };
}
