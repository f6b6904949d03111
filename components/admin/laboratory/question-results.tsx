import { Check, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { toLocalList } from "@/components/admin/local-list";
import { DataTable } from "@/components/ui/table";
import type {
  ExperimentReply,
  QuestionResult,
  SavedQuestion,
  Trial,
} from "@/lib/features/laboratory/shape/laboratory";
import type { SideNames } from "./result-tables";

type Asked = SavedQuestion & { result: QuestionResult | undefined };
type Props = { reply: ExperimentReply; sideNames: SideNames };

/** What came of each question, and the answers of those that a person has compared. */
export function QuestionResults({ reply: { questions, results }, sideNames }: Props) {
  const t = useTranslations("admin.laboratory");
  const toWords = useCheckWords();
  const asked = questions.map((question) => ({
    ...{ ...question, result: results.find(({ questionId }) => questionId === question.id) },
  }));
  const toWinner = ({ result }: Asked) => result?.chosen ?? result?.judged?.winner ?? null;
  const toTrial = (side: "live" | "draft") => ({
    ...{ id: side, name: sideNames[side], value: ({ result }: Asked) => toWords(result?.[side] ?? null) },
    cell: ({ result }: Asked) => <TrialCell trial={result?.[side] ?? null} />,
  });
  return (
    <details>
      <summary className="w-fit cursor-pointer text-sm font-medium pointer-coarse:py-3">
        {t("byQuestion")}
      </summary>
      <DataTable<Asked>
        {...{ name: "experiment", label: t("byQuestion"), list: toLocalList(asked), rowKey: ({ id }) => id }}
        columns={[
          {
            ...{ id: "question", name: t("text"), isMain: true, value: ({ text }) => text },
            cell: ({ text }) => <span dir="auto">{text}</span>,
          },
          {
            ...{
              id: "expected",
              name: t("expected"),
              cell: ({ expectations }) => expectations.contains.join(", "),
            },
            value: ({ expectations }) => expectations.contains.join(", "),
          },
          toTrial("live"),
          toTrial("draft"),
          {
            ...{ id: "winner", name: t("result"), value: toWinner },
            cell: (row) => <Winner winner={toWinner(row)} reason={row.result?.judged?.reason ?? ""} />,
          },
        ]}
      />
    </details>
  );
}

function useCheckWords(): (trial: Trial | null) => string {
  const t = useTranslations("admin.laboratory");
  return (trial) => {
    const missed = trial?.checks.filter(({ isMet }) => !isMet) ?? [];
    return trial === null
      ? t("waiting")
      : missed.map(({ kind }) => t(`checks.${kind}`)).join(", ") || t("met");
  };
}

/** Whether it is as expected, and what it lacks; its words where the pair was compared. */
function TrialCell({ trial }: { trial: Trial | null }) {
  const toWords = useCheckWords();
  if (trial === null) return toWords(trial);
  const isMet = trial.checks.every((check) => check.isMet);
  const Icon = isMet ? Check : X;
  return (
    <>
      <span className={isMet ? "text-good" : "text-bad"}>
        <Icon className="me-1 inline size-4" aria-hidden="true" />
        {toWords(trial)}
      </span>
      {trial.text !== "" && (
        <span dir="auto" className="block whitespace-pre-wrap wrap-anywhere">
          {trial.text}
        </span>
      )}
    </>
  );
}

/** Who is better: by the person, else by the model, and why. */
function Winner({ winner, reason }: { winner: "live" | "draft" | "tie" | null; reason: string }) {
  const t = useTranslations("admin.laboratory.winners");
  return (
    <>
      {winner !== null && t(winner)}
      {reason !== "" && (
        <span dir="auto" className="block text-quiet wrap-anywhere">
          {reason}
        </span>
      )}
    </>
  );
}
