import { useTranslations } from "next-intl";
import type { ExperimentReply, Trial } from "@/lib/features/laboratory/shape/laboratory";
import { toSides } from "./result-tables";

/** What came of each question, and the answers of those that a person has compared. */
export function QuestionResults({ reply: { questions, results, night } }: { reply: ExperimentReply }) {
  const t = useTranslations("admin.laboratory");
  const isNight = night !== null;
  return (
    <details>
      <summary className="w-fit cursor-pointer text-sm font-medium pointer-coarse:py-3">
        {t("byQuestion")}
      </summary>
      <ol className="grid gap-3 pt-2">
        {questions.map(({ id, text }) => {
          const result = results.find(({ questionId }) => questionId === id);
          const reason = result?.judged?.reason ?? "";
          return (
            <li key={id} className="grid gap-1 text-sm leading-5">
              <p dir="auto" className="font-medium wrap-anywhere">
                {text}
              </p>
              {(!isNight || result?.live) && (
                <SideLine {...{ isNight, side: "live", trial: result?.live ?? null }} />
              )}
              <SideLine {...{ isNight, side: "draft", trial: result?.draft ?? null }} />
              {reason !== "" && (
                <p dir="auto" className="text-quiet wrap-anywhere">
                  {reason}
                </p>
              )}
            </li>
          );
        })}
      </ol>
    </details>
  );
}

type LineProps = { isNight: boolean; side: "live" | "draft"; trial: Trial | null };

function SideLine({ isNight, side, trial }: LineProps) {
  const t = useTranslations("admin.laboratory");
  const missed = trial?.checks.filter(({ isMet }) => !isMet) ?? [];
  const words =
    trial === null
      ? t("waiting")
      : missed.length === 0
        ? t("met")
        : missed.map(({ kind }) => t(`checks.${kind}`)).join(", ");
  return (
    <div>
      <p>
        <span className="text-quiet">{t(`${toSides(isNight)}.${side}`)}: </span>
        <span className={missed.length > 0 ? "text-bad" : undefined}>{words}</span>
      </p>
      {trial !== null && trial.text !== "" && (
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          {trial.text}
        </p>
      )}
    </div>
  );
}
