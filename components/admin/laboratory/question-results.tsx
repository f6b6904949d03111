import { Check, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ExperimentReply, QuestionResult, Trial } from "@/lib/features/laboratory/shape/laboratory";
import { Row, Table, type SideNames } from "./result-tables";

/** What came of each question, and the answers of those that a person has compared. */
export function QuestionResults({ reply, sideNames }: { reply: ExperimentReply; sideNames: SideNames }) {
  const t = useTranslations("admin.laboratory");
  const { questions, results } = reply;
  return (
    <details>
      <summary className="w-fit cursor-pointer text-sm font-medium pointer-coarse:py-3">
        {t("byQuestion")}
      </summary>
      <Table name={t("byQuestion")} heads={[t("text"), t("expected"), sideNames.live, sideNames.draft, ""]}>
        {questions.map(({ id, text, expectations }) => {
          const result = results.find(({ questionId }) => questionId === id);
          return (
            <Row
              key={id}
              head={<span dir="auto">{text}</span>}
              cells={[
                expectations.contains.join(", ") || "–",
                <TrialCell key="live" trial={result?.live ?? null} />,
                <TrialCell key="draft" trial={result?.draft ?? null} />,
                result === undefined ? "" : <Winner key="winner" result={result} />,
              ]}
            />
          );
        })}
      </Table>
    </details>
  );
}

/** Whether it is as expected, and what it lacks; its words where the pair was compared. */
function TrialCell({ trial }: { trial: Trial | null }) {
  const t = useTranslations("admin.laboratory");
  if (trial === null) return t("waiting");
  const missed = trial.checks.filter(({ isMet }) => !isMet);
  const words = missed.map(({ kind }) => t(`checks.${kind}`)).join(", ") || t("met");
  const Icon = missed.length === 0 ? Check : X;
  return (
    <>
      <span className={missed.length === 0 ? "text-good" : "text-bad"}>
        <Icon className="me-1 inline size-4" aria-hidden="true" />
        {words}
      </span>
      {trial.text !== "" && (
        <span dir="auto" className="block max-h-40 overflow-y-auto whitespace-pre-wrap wrap-anywhere">
          {trial.text}
        </span>
      )}
    </>
  );
}

/** Who is better: by the person, else by the model, and why. */
function Winner({ result: { chosen, judged } }: { result: QuestionResult }) {
  const t = useTranslations("admin.laboratory");
  const winner = chosen ?? judged?.winner ?? null;
  const reason = judged?.reason ?? "";
  return (
    <>
      {winner !== null && t(`winners.${winner}`)}
      {reason !== "" && (
        <span dir="auto" className="block text-quiet wrap-anywhere">
          {reason}
        </span>
      )}
    </>
  );
}
