"use client";

import { useTranslations } from "next-intl";
import { useReason } from "@/components/ui/use-reason";
import { Problem } from "@/components/ui/problem";
import type { PlaygroundCall, TriedCall } from "@/lib/features/traces/shape/playground";
import { MarkedAnswer, Pairs } from "./side-by-side";
import { useRunWords } from "./use-run-words";
import type { TriedAnswer } from "./use-tried-call";

type Props = { recorded: PlaygroundCall; tried: TriedAnswer };

/** The recorded answer and the new one, beside each other; what they came to once the new one is whole. */
export function PlaygroundAnswer({ recorded, tried }: Props) {
  const t = useTranslations("runs.playground");
  const tCompare = useTranslations("runs.compare");
  const explain = useReason();
  const { end, failure, text, isStopped } = tried;
  const pieces = [
    end?.sides[0] ?? [{ text: recorded.answer, isSame: true }],
    end?.sides[1] ?? [{ text: text.trimStart(), isSame: true }],
  ];
  const isSame = end?.sides.every((side) => side.every((piece) => piece.isSame)) ?? false;
  const names = [t("recorded"), t("made")] as const;
  return (
    <section aria-label={t("answers")} className="mt-6">
      <h2 className="text-base font-semibold">{t("answers")}</h2>
      <p role="status" className="mb-2 text-sm leading-5 text-quiet empty:hidden">
        {end !== null && (isSame ? tCompare("same") : tCompare("answersHelp"))}
        {isStopped && t("stopped")}
      </p>
      <Problem className="mb-2">{failure !== null && explain(failure)}</Problem>
      <div className="grid gap-4 sm:grid-cols-2">
        {names.map((name, index) => (
          <section key={name} aria-label={name} className="min-w-0">
            <h3 className="text-xs leading-5 text-quiet">{name}</h3>
            <MarkedAnswer pieces={pieces[index] ?? null} mark={index === 0 ? "del" : "ins"} />
          </section>
        ))}
      </div>
      {end !== null && <Facts recorded={recorded.made} made={end.made} />}
    </section>
  );
}

function Facts({ recorded, made }: { recorded: TriedCall; made: TriedCall }) {
  const t = useTranslations("runs");
  const { toTime, toCostOf, toState } = useRunWords();
  const rowOf = (name: string, toText: (call: TriedCall) => string) => ({
    ...{ name, one: toText(recorded), other: toText(made) },
  });
  return (
    <Pairs
      label={t("playground.took")}
      names={[t("playground.recorded"), t("playground.made")]}
      rows={[
        rowOf(t("compare.model"), ({ model }) => model),
        rowOf(t("playground.temperature"), ({ temperature }) =>
          temperature === null ? t("detail.none") : String(temperature),
        ),
        rowOf(t("playground.ended"), ({ finishReason }) => toState(finishReason)),
        rowOf(t("compare.tokens"), ({ tokens }) => t("row.tokens", tokens)),
        rowOf(t("compare.cost"), toCostOf),
        rowOf(t("playground.first"), ({ firstMs }) => (firstMs === null ? "" : toTime(firstMs))),
        rowOf(t("compare.time"), ({ totalMs }) => toTime(totalMs)),
      ]}
    />
  );
}
