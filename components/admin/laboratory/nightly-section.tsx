import { useFormatter, useLocale, useTranslations } from "next-intl";
import { useState, type FormEvent } from "react";
import { PageSection } from "@/components/admin/page-frame";
import { useAction } from "@/components/ui/use-action";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Switch } from "@/components/ui/switch";
import { Problem } from "@/components/ui/problem";
import { formatCost } from "@/lib/client/money";
import { leastNightlyQuestions } from "@/lib/features/laboratory/shape/compared-settings";
import type { SavedQuestion } from "@/lib/features/laboratory/shape/laboratory";
import type { Night, NightlyState } from "@/lib/features/laboratory/shape/nightly";
import { JudgeSwitch } from "./judge-switch";
import { Row, Table } from "./result-tables";
import type { LaboratoryState } from "./use-laboratory";

type Props = { laboratory: LaboratoryState; questions: readonly SavedQuestion[] };

/** The questions that are asked each night with what is live, and what came of the last nights. */
export function NightlySection({ laboratory, questions }: Props) {
  const t = useTranslations("admin.laboratory.nightly");
  const format = useFormatter();
  const { nightly } = laboratory;
  const at = (time: number) => format.dateTime(time, { dateStyle: "medium", timeStyle: "short" });
  const problem = nightly?.problem ?? null;
  return (
    <PageSection title={t("title")} help={t("help", { least: leastNightlyQuestions })} isFoldable>
      <NightlyForm laboratory={laboratory} questions={questions} />
      <div role="status" className="grid gap-1 pt-4 text-sm leading-5 empty:hidden">
        {nightly !== null && nightly.nextAt !== null && (
          <p>{t("next", { time: at(nightly.nextAt), count: nightly.questions.length })}</p>
        )}
        {problem !== null && (
          <p className="text-bad">
            {t(problem.code === "forbidden" ? "forbidden" : "problem", { time: at(problem.at) })}
          </p>
        )}
      </div>
      {nightly !== null && nightly.nights.length > 0 && <Nights nights={nightly.nights} />}
    </PageSection>
  );
}

function toFirst(nightly: NightlyState | null) {
  return {
    isOn: nightly?.isOn ?? false,
    at: nightly?.at ?? "03:00",
    limit: String(nightly?.limitCents ?? 20),
    isJudged: nightly?.isJudged ?? true,
  };
}

function NightlyForm({ laboratory, questions }: Props) {
  const t = useTranslations("admin.laboratory");
  const language = useLocale();
  const { run, isBusy, reason } = useAction();
  const [{ isOn, at, limit, isJudged }, set] = useState(() => toFirst(laboratory.nightly));
  const change = (part: Partial<ReturnType<typeof toFirst>>) => set((before) => ({ ...before, ...part }));
  const canSave = !isBusy && questions.length >= leastNightlyQuestions;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
    const asked = { isOn, at, timezone, language, limitCents: Number(limit), isJudged };
    if (canSave)
      void run(() => laboratory.saveNightly({ ...asked, questions: questions.map(({ id }) => id) }));
  };
  return (
    <form className="grid gap-4 pt-4" onSubmit={submit}>
      <div className="flex items-center gap-3 text-sm pointer-coarse:min-h-11">
        <Switch label={t("nightly.on")} isOn={isOn} onChange={(next) => change({ isOn: next })} />
        <span aria-hidden="true">{t("nightly.on")}</span>
      </div>
      <Field
        {...{ name: "at", label: t("nightly.at"), error: undefined, type: "time", required: true, value: at }}
        onChange={({ target }) => change({ at: target.value })}
      />
      <Field
        {...{ name: "nightly-limit", label: t("nightly.limit"), error: undefined, type: "number" }}
        {...{ min: 0, step: "any", inputMode: "decimal", required: true, value: limit }}
        onChange={({ target }) => change({ limit: target.value })}
      />
      <JudgeSwitch isJudged={isJudged} onChange={(next) => change({ isJudged: next })} />
      <Problem>{reason}</Problem>
      <Button className="justify-self-end" tone="primary" type="submit" aria-disabled={!canSave}>
        {t("nightly.save", { count: questions.length })}
      </Button>
    </form>
  );
}

function Nights({ nights }: { nights: readonly Night[] }) {
  const t = useTranslations("admin.laboratory");
  const format = useFormatter();
  const locale = useLocale();
  const toPair = ({ live, draft }: Night["passes"]) => t("nightly.pair", { better: draft, worse: live });
  const toResult = ({ state, worse, passes, judged }: Night): string => {
    if (worse.length > 0) return t("nightly.worse");
    if (state !== "done") return t(`states.${state}`);
    const compared = [passes, judged].some(({ live, draft, tie }) => live + draft + tie > 0);
    return t(compared ? "nightly.same" : "nightly.first");
  };
  return (
    <>
      <NightLine nights={nights} />
      <Table
        name={t("nightly.nights")}
        heads={[
          t("nightly.night"),
          t("nightly.result"),
          t("passed"),
          t("wins.passes"),
          t("wins.judged"),
          t("total"),
        ]}
      >
        {nights.map((night) => (
          <Row
            key={night.experimentId}
            head={format.dateTime(night.at, { dateStyle: "medium" })}
            cells={[
              toResult(night),
              t("nightly.passed", { count: night.passed.count, of: night.passed.of }),
              toPair(night.passes),
              toPair(night.judged),
              formatCost(night.costMicroUsd, locale) ?? "0 ¢",
            ]}
          />
        ))}
      </Table>
    </>
  );
}

const box = { width: 640, height: 120, margin: 8 };

/** The share of answers as expected, night by night, for eyes only: the exact numbers stand in the table. */
function NightLine({ nights }: { nights: readonly Night[] }) {
  const t = useTranslations("admin.laboratory.nightly");
  const answered = nights.filter(({ passed }) => passed.of > 0).toReversed();
  if (answered.length < 2) return null;
  const step = (box.width - 2 * box.margin) / (answered.length - 1);
  const points = answered.map(({ experimentId, passed, worse }, index) => ({
    id: experimentId,
    isWorse: worse.length > 0,
    x: box.margin + index * step,
    y: box.margin + (1 - passed.count / passed.of) * (box.height - 2 * box.margin),
  }));
  return (
    <figure className="pt-4">
      <figcaption className="pb-1 text-sm text-quiet">{t("line")}</figcaption>
      <svg aria-hidden="true" viewBox={`0 0 ${box.width} ${box.height}`} className="h-32 w-full max-w-3xl">
        {[0, 0.5, 1].map((share) => (
          <line
            key={share}
            {...{ x1: 0, x2: box.width }}
            y1={box.margin + share * (box.height - 2 * box.margin)}
            y2={box.margin + share * (box.height - 2 * box.margin)}
            stroke="var(--hairline)"
          />
        ))}
        <polyline
          points={points.map(({ x, y }) => `${x},${y}`).join(" ")}
          {...{ fill: "none", stroke: "var(--series-1)", strokeWidth: 2 }}
        />
        {points.map(({ id, x, y, isWorse }) => (
          <circle
            key={id}
            cx={x}
            cy={y}
            r={isWorse ? 5 : 3}
            fill={isWorse ? "var(--bad)" : "var(--series-1)"}
          />
        ))}
      </svg>
    </figure>
  );
}
