"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { Page } from "@/components/ui/page";
import type { RunOverview } from "@/lib/protocol/runs";
import { isFailed } from "./outcome-words";
import { BranchContext, type BranchChoices } from "./branch-form";
import { ReplaySection } from "./replay-section";
import { RunRow, type RowWords } from "./run-row";
import { PlanTimeline } from "./plan-timeline";
import { RunTreeList } from "./run-tree";
import { ShareButton } from "./share-button";
import { useTrace } from "./use-trace";
import { readTrace as traceEndpoint } from "@/lib/features/traces/api";
import { useRunWords } from "./use-run-words";
import { toPath } from "@/lib/protocol/endpoint";

type Props = {
  overview: RunOverview;
  person: { id: string; name: string } | null;
  choices: BranchChoices;
  /** Whether somebody else runs the site. */
  mayBeShared: boolean;
};

/** What a recorded run was lacking, and for its owner what can be made of the record. */
function Traced({ run, faults, isOwn }: RunOverview & { isOwn: boolean }) {
  const t = useTranslations("runs");
  return (
    <>
      {faults.map((fault) => (
        <p key={fault} role="note" className="mt-2 text-sm leading-5 text-partly">
          {t(`faults.${fault}`)}
        </p>
      ))}
      {isOwn && run.branchOf === null && (
        <>
          <ReplaySection runId={run.id} />
          <a
            href={toPath(traceEndpoint, { params: run, query: { format: "case" } })}
            download
            className="inline-flex min-h-6 items-center text-sm underline underline-offset-2 pointer-coarse:min-h-11"
          >
            {t("page.case")}
          </a>
        </>
      )}
    </>
  );
}

/** Why it did not end as it should. */
function Causes({ run }: Pick<RunOverview, "run">) {
  const { toCause } = useRunWords();
  if (run.causes.length === 0) return null;
  return (
    <p className={`mt-2 text-sm leading-5 ${isFailed(run) ? "text-bad" : "text-quiet"}`}>
      {run.causes.map(toCause).join(" · ")}
    </p>
  );
}

/** How it ended, how long it took and what it cost. */
function useHeading({ outcome, durationMs, costMicroUsd }: RunOverview["run"]): string {
  const t = useTranslations("runs");
  const { toTime, toCost } = useRunWords();
  return t("page.heading", {
    outcome: t(`outcome.${outcome ?? "running"}`),
    time: durationMs === null ? "none" : toTime(durationMs),
    cost: toCost(costMicroUsd) || "none",
  });
}

/** What happened in a run, in its order. `person`: whose it is, where it is another's. */
export function RunPage({ overview, person, choices, mayBeShared }: Props) {
  const t = useTranslations("runs");
  const { toDate } = useRunWords();
  const { run, isTraced } = overview;
  const rows = useRows(overview);
  const readTrace = useTrace(run.id, person?.id ?? null);
  const heading = useHeading(run);
  return (
    <Page
      title={heading}
      help={[person?.name, toDate(run.startedAt), run.model, t("calls", { count: run.steps })]
        .filter(Boolean)
        .join(" · ")}
      back={{ href: person === null ? "/runs" : "/admin/runs", name: t("page.back") }}
    >
      <Causes run={run} />
      <RunLinks {...overview} person={person?.id ?? null} />
      <Words {...overview} person={person?.name ?? null} mayBeShared={mayBeShared} />
      {!isTraced && <p className="mt-4 text-sm leading-5 text-quiet">{t("page.untraced")}</p>}
      {isTraced && <Traced {...overview} isOwn={person === null} />}
      {rows.length > 0 && (
        <section aria-label={t("page.timeline")} className="mt-6">
          <h2 className="text-section">{t("page.timeline")}</h2>
          <ol className="mt-2 divide-y divide-hairline">
            <BranchContext value={person === null ? { runId: run.id, choices } : null}>
              {rows.map((row) => (
                <RunRow key={row.entry} {...row} readTrace={readTrace} />
              ))}
            </BranchContext>
          </ol>
        </section>
      )}
      <PlanRuns {...overview} />
    </Page>
  );
}

/** What all rows say: of many, each would build its own translator. */
function useRows({ run, rows }: RunOverview): RowWords[] {
  const t = useTranslations("runs.row");
  const { toTime, toCost, toHead, toState } = useRunWords();
  const whole = Math.max(1, run.durationMs ?? 0, ...rows.map(({ at, ms }) => at + (ms ?? 0)));
  return rows.map((row) => {
    const { entry, at, ms, firstMs, tokens, costMicroUsd, state } = row;
    const facts = [
      t("at", { time: toTime(at) }),
      ms === null ? "" : toTime(ms),
      firstMs === null ? "" : t("first", { time: toTime(firstMs) }),
      tokens === null ? "" : t("tokens", tokens),
      toCost(costMicroUsd),
      state === null ? "" : toState(state),
    ].filter((fact) => fact !== "");
    const start = Math.min(99, (at / whole) * 100);
    const width = Math.max(0.5, Math.min(100 - start, ((ms ?? 0) / whole) * 100));
    return { entry, head: toHead(row), facts: facts.join(" · "), start, width };
  });
}

type WordsProps = RunOverview & { person: string | null; mayBeShared: boolean };

/** Who may read its words. */
function Words({ run, isTraced, isShared, person, mayBeShared }: WordsProps) {
  const t = useTranslations("runs");
  if (person !== null) {
    const words = isShared ? t("support.readable") : t("page.wordless", { name: person });
    return <p className="mt-2 text-sm text-quiet">{words}</p>;
  }
  return isTraced && mayBeShared ? <ShareButton runId={run.id} isShared={isShared} /> : null;
}

function PlanRuns({ steps, plan }: RunOverview) {
  const t = useTranslations("runs.page");
  if (steps.length === 0 && plan.length === 0) return null;
  // What helpers asked for, and what stands in no plan that is kept.
  const others = steps.filter(({ step }) => plan.every(({ id }) => id !== step));
  return (
    <section className="mt-6">
      <h2 className="text-section">{t("steps")}</h2>
      <PlanTimeline plan={plan} runs={steps} label={t("steps")} />
      <RunTreeList steps={others} label={t("otherSteps")} />
    </section>
  );
}

function RunLinks({ run, messageId, person }: RunOverview & { person: string | null }) {
  const t = useTranslations("runs");
  const isOwn = person === null;
  const whose = isOwn ? "" : `?person=${person}`;
  return (
    <p className="mt-2 flex flex-wrap gap-x-4 text-sm leading-6">
      {isOwn && run.branchOf !== null && (
        <Link
          href={`/runs/compare?a=${run.branchOf}&b=${run.id}`}
          prefetch={false}
          className="underline underline-offset-2"
        >
          {t("branch.compare")}
        </Link>
      )}
      {isOwn && run.stepOf === null && run.branchOf === null && (
        <Link
          href={`/c/${run.conversationId}?message=${encodeURIComponent(messageId)}`}
          prefetch={false}
          className="underline underline-offset-2"
        >
          {t("page.answer")}
        </Link>
      )}
      {run.stepOf !== null && (
        <Link href={`/runs/${run.stepOf}${whose}`} prefetch={false} className="underline underline-offset-2">
          {t("stepOfPlan")}
        </Link>
      )}
    </p>
  );
}
