"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { RunComparison, RunLine, RunSide } from "@/lib/protocol/run-comparison";
import { MarkedAnswer, Pairs } from "./side-by-side";
import { useRunWords } from "./use-run-words";

/** Two runs in two columns: what they were, what they did, what they answered. */
export function ComparePage({ comparison }: { comparison: RunComparison }) {
  const t = useTranslations("runs");
  const { sides, settings } = comparison;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-4xl px-4 pt-8 pb-[max(2rem,env(safe-area-inset-bottom))] sm:px-8">
        <h1 className="text-xl font-semibold">{t("compare.title")}</h1>
        <p className="mt-2 text-sm leading-6">
          <Link href="/runs" prefetch={false} className="underline underline-offset-2">
            {t("page.back")}
          </Link>
        </p>
        <Facts sides={sides} />
        <Section name={t("compare.answers")}>
          <Answers sides={sides} />
        </Section>
        <Section name={t("compare.settings")}>
          {settings.length === 0 ? (
            <p className="text-sm text-quiet">{t("compare.noSettings")}</p>
          ) : (
            <Pairs
              label={t("compare.settings")}
              rows={settings.map(({ name, values: [one, other] }) => ({ name, one, other }))}
            />
          )}
        </Section>
        <Section name={t("compare.lines")}>
          <Lines lines={comparison.lines} />
        </Section>
      </div>
    </div>
  );
}

function Section({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="mt-6">
      <h2 className="mb-2 text-base font-semibold">{name}</h2>
      {children}
    </section>
  );
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
