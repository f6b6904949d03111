import { useTranslations } from "next-intl";
import { useEffect, useState, type FormEvent } from "react";
import { useRun } from "@/components/admin/use-run";
import { Button } from "@/components/ui/button";
import { listRated } from "@/lib/features/laboratory/api";
import { call } from "@/lib/client/request";
import type { RatedQuestion } from "@/lib/protocol/laboratory";
import type { Laboratory } from "./use-laboratory";

/** Questions of the administrator's own whose answers they rated. */
export function RatedQuestions({ laboratory, onDone }: { laboratory: Laboratory; onDone: () => void }) {
  const t = useTranslations("admin.laboratory");
  const common = useTranslations("common");
  const { run, isBusy, reason } = useRun();
  const [rated, setRated] = useState<RatedQuestion[] | null>(null);
  useEffect(() => {
    void call(listRated).then((answer) => setRated(answer.ok ? answer.value.questions : []));
  }, []);
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const given = new FormData(event.currentTarget).getAll("run");
    const questions = (rated ?? [])
      .filter(({ runId }) => given.includes(runId))
      .map(({ text, cites }) => ({ text: text.slice(0, 4_000), expectations: { ...nothing, cites } }));
    if (questions.length === 0) return onDone();
    if (await run(() => laboratory.add({ questions, from: "rating" }))) onDone();
  }
  if (rated === null) return <p className="text-sm text-quiet">{common("loading")}</p>;
  if (rated.length === 0) return <p className="text-sm text-quiet">{t("ratedNone")}</p>;
  return (
    <form className="grid gap-3" onSubmit={(event) => void submit(event)}>
      <ul className="grid gap-2">
        {rated.map(({ runId, text, value }) => (
          <li key={runId}>
            <label className="flex items-start gap-3 text-sm leading-5 pointer-coarse:min-h-11">
              <input type="checkbox" name="run" value={runId} className="mt-0.5 size-4 shrink-0 accent-ink" />
              <span className="min-w-0">
                <span dir="auto" className="wrap-anywhere">
                  {text}
                </span>{" "}
                <span className="text-quiet">({t(value)})</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {reason !== null && (
        <p role="alert" className="text-sm text-bad">
          {t("failed", { reason })}
        </p>
      )}
      <Button tone="primary" type="submit" aria-disabled={isBusy} className="justify-self-end">
        {t("ratedAdd")}
      </Button>
    </form>
  );
}

const nothing = {
  ...{ cites: false, contains: [], isSearchFree: false, mustCall: [], mustNotCall: [] },
  ...{ mostCents: null, mostSeconds: null, rubric: "" },
};
