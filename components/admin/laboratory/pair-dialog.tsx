import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useAction } from "@/components/ui/use-action";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Problem } from "@/components/ui/problem";
import { readPair } from "@/lib/features/laboratory/api";
import { call } from "@/lib/client/request";
import type {
  BlindAnswer,
  BlindChoice,
  BlindPair,
  ExperimentReply,
} from "@/lib/features/laboratory/shape/laboratory";
import type { LaboratoryState } from "./use-laboratory";

type Props = { laboratory: LaboratoryState; reply: ExperimentReply; onClose: () => void };

const choices: readonly { choice: BlindChoice; words: "betterA" | "equal" | "betterB" }[] = [
  { choice: "left", words: "betterA" },
  { choice: "tie", words: "equal" },
  { choice: "right", words: "betterB" },
];

/** One pair after the other, without which answer is which. */
export function PairDialog({ laboratory, reply, onClose }: Props) {
  const t = useTranslations("admin.laboratory");
  const common = useTranslations("common");
  const { run, isBusy, reason } = useAction();
  const open = reply.results.filter(({ live, draft, chosen }) => live && draft && chosen === null);
  const questionId = open[0]?.questionId ?? null;
  const pair = usePair(reply.id, questionId);
  const question = reply.questions.find(({ id }) => id === questionId);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t("compareTitle")}
      closeLabel={common("close")}
      className="w-[min(64rem,calc(100vw-2rem))]"
    >
      <div aria-live="polite" className="grid gap-3 text-sm leading-5">
        {question === undefined && <p>{t("allCompared")}</p>}
        {question !== undefined && (
          <>
            <p dir="auto" className="font-medium wrap-anywhere">
              {question.text}
            </p>
            {question.expectations.rubric !== "" && (
              <p dir="auto" className="text-quiet wrap-anywhere">
                {question.expectations.rubric}
              </p>
            )}
            {pair !== null && (
              <div className="grid gap-3 sm:grid-cols-2">
                <Answer name={t("answerA")} answer={pair.left} />
                <Answer name={t("answerB")} answer={pair.right} />
              </div>
            )}
            <div className="flex flex-wrap gap-2">
              {choices.map(({ choice, words }) => (
                <Button
                  key={choice}
                  aria-disabled={isBusy || pair === null}
                  onClick={() =>
                    pair !== null && void run(() => laboratory.choose(reply.id, question.id, choice))
                  }
                >
                  {t(words)}
                </Button>
              ))}
            </div>
            <p className="text-quiet">{t("rest", { count: open.length })}</p>
          </>
        )}
        <Problem>{reason}</Problem>
      </div>
    </Dialog>
  );
}

/** `null` until it is read. */
function usePair(id: string, questionId: string | null): BlindPair | null {
  const [pair, setPair] = useState<BlindPair | null>(null);
  useEffect(() => {
    if (questionId === null) return;
    let isCurrent = true;
    void call(readPair, { params: { id, questionId } }).then((answer) => {
      if (isCurrent && answer.ok) setPair(answer.value);
    });
    return () => void (isCurrent = false);
  }, [id, questionId]);
  return pair?.questionId === questionId ? pair : null;
}

function Answer({ name, answer: { text, sources } }: { name: string; answer: BlindAnswer }) {
  return (
    <section aria-label={name} className="min-w-0 rounded-lg border border-hairline p-3">
      <h3 className="pb-1 font-medium">{name}</h3>
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
        {text}
      </p>
      {sources.length > 0 && (
        <ul className="pt-2 text-quiet">
          {sources.map(({ number, title }) => (
            <li key={number} dir="auto" className="wrap-anywhere">
              [{number}] {title}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
