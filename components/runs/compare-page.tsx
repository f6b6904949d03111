"use client";

import { useTranslations } from "next-intl";
import { Page, PageSection } from "@/components/ui/page";
import type { RunComparison, RunLine, RunSide } from "@/lib/features/traces/shape/run-comparison";
import { MarkedAnswer, Pairs } from "./side-by-side";
import { useRunWords } from "./use-run-words";

/** Two runs in two columns: what they were, what they did, what they answered. */
export function ComparePage({ comparison }: { comparison: RunComparison }) {
  const t = useTranslations("runs");
  const toVerdict = useVerdict();
  const { sides, settings } = comparison;
  return (
    <Page isWide title={t("compare.title")} back={{ href: "/runs", name: t("page.back") }}>
      <p className="mt-6 text-section">{toVerdict(sides)}</p>
      <Facts sides={sides} />
      <PageSection title={t("compare.answers")}>
        <Answers sides={sides} />
      </PageSection>
      <PageSection title={t("compare.settings")}>
        {settings.length === 0 ? (
          <p className="text-sm text-quiet">{t("compare.noSettings")}</p>
        ) : (
          <Pairs
            label={t("compare.settings")}
            rows={settings.map(({ name, values: [one, other] }) => ({ name, one, other }))}
          />
        )}
      </PageSection>
      <PageSection title={t("compare.lines")}>
        <Lines lines={comparison.lines} />
      </PageSection>
    </Page>
  );
}

/** Whether both say the same, and which took and cost more. */
function useVerdict(): (sides: RunComparison["sides"]) => string {
  const t = useTranslations("runs.compare.verdict");
  return ([one, other]) => {
    const pieces = one.answer && other.answer && [...one.answer, ...other.answer];
    const isSame = pieces?.every((piece) => piece.isSame);
    const [before, after] = [one.run, other.run];
    const time = Math.round(((after.durationMs ?? 0) - (before.durationMs ?? 0)) / 1_000);
    const answers = pieces === null ? "gone" : isSame ? "same" : "differ";
    const taken = { time: toSign(time), cost: toSign(after.costMicroUsd - before.costMicroUsd) };
    return [t(answers), t("took", taken)].join(" ");
  };
}

function toSign(change: number): "more" | "less" | "same" {
  return change === 0 ? "same" : change > 0 ? "more" : "less";
}

function Facts({ sides }: Pick<RunComparison, "sides">) {
  const t = useTranslations("runs");
  const { toTime, toCostOf } = useRunWords();
  const tChat = useTranslations("chat");
  const toWord = (kind: "styles" | "modes", value: string): string => {
    const key = `${kind}.${value}` as "modes.fast";
    return tChat.has(key) ? tChat(key) : value;
  };
  const rowOf = (name: string, toText: (side: RunSide) => string) => {
    const [one, other] = sides.map(toText);
    return { name, one, other };
  };
  return (
    <Pairs
      label={t("compare.title")}
      links={sides.map(({ run }) => `/runs/${run.id}`)}
      rows={[
        rowOf(t("compare.outcome"), ({ run }) => t(`outcome.${run.outcome ?? "running"}`)),
        rowOf(t("compare.model"), ({ run }) => run.model),
        rowOf(t("compare.style"), ({ style }) => toWord("styles", style)),
        rowOf(t("compare.mode"), ({ run }) => toWord("modes", run.mode)),
        rowOf(t("compare.time"), ({ run }) => (run.durationMs === null ? "" : toTime(run.durationMs))),
        rowOf(t("compare.cost"), ({ run }) => toCostOf(run)),
        rowOf(t("compare.tokens"), ({ tokens }) => t("row.tokens", tokens)),
      ]}
    />
  );
}

function Answers({ sides }: Pick<RunComparison, "sides">) {
  const t = useTranslations("runs.compare");
  const pieces = sides.flatMap(({ answer }) => answer ?? [{ text: "", isSame: false }]);
  const isSame = pieces.every((piece) => piece.isSame);
  return (
    <>
      <p className="mb-2 text-sm leading-5 text-quiet">{isSame ? t("same") : t("answersHelp")}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        {sides.map((side, index) => (
          <section key={index} aria-label={t(index === 0 ? "first" : "second")} className="min-w-0">
            <h3 className="text-xs leading-5 text-quiet">{t(index === 0 ? "first" : "second")}</h3>
            <MarkedAnswer pieces={side.answer} mark={index === 0 ? "del" : "ins"} />
          </section>
        ))}
      </div>
    </>
  );
}

function Lines({ lines }: Pick<RunComparison, "lines">) {
  const t = useTranslations("runs");
  const { toTime, toCost, toTool, toState } = useRunWords();
  const toText = (line: RunLine | null): string => {
    if (line === null) return t("compare.nothing");
    const { kind, name, state, ms, costMicroUsd } = line;
    return [kind === "call" ? name : toTool(name), toState(state), toTime(ms), toCost(costMicroUsd)]
      .filter((fact) => fact !== "")
      .join(" · ");
  };
  const rows = lines.map(([one, other], index) => {
    const kind = t(`kind.${(one ?? other)?.kind ?? "call"}`);
    return { name: `${index + 1} ${kind}`, one: toText(one), other: toText(other) };
  });
  return <Pairs label={t("compare.lines")} rows={rows} />;
}
