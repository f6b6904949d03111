"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useReason } from "@/components/ui/use-reason";
import { replayRun } from "@/lib/features/traces/api";
import { call, type Answer } from "@/lib/client/request";
import { parseJson } from "@/lib/protocol/json";
import type { ReplayDifference, ReplayReply } from "@/lib/features/traces/shape/traces";

/** Makes the run again from what was recorded, and says whether the message is the same. */
export function ReplaySection({ runId }: { runId: string }) {
  const t = useTranslations("runs.page");
  const explain = useReason();
  const [isBusy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<Answer<ReplayReply> | null>(null);
  const replay = async (): Promise<void> => {
    setBusy(true);
    setAnswer(await call(replayRun, { params: { id: runId }, body: {} }));
    setBusy(false);
  };
  return (
    <div className="mt-4">
      <Button onClick={() => void replay()} disabled={isBusy}>
        {isBusy ? t("replaying") : t("replay")}
      </Button>
      <div role="status" className="mt-2 text-sm leading-5">
        {answer?.ok === false && explain(answer)}
        {answer?.ok === true && <Result {...answer.value} />}
      </div>
    </div>
  );
}

/** The verdict on the answer first; what differs beside its words is counted and folded. */
function Result({ calls, differences }: ReplayReply) {
  const t = useTranslations("runs.page");
  const ofText = differences.filter(isOfText);
  const technical = differences.filter((difference) => !isOfText(difference));
  return (
    <>
      <p className="text-section">{t(ofText.length === 0 ? "equal" : "differs")}</p>
      <p className="text-soft">{t("calls", { calls })}</p>
      <Differences differences={ofText} />
      {technical.length > 0 && (
        <details className="mt-2">
          <summary className="w-fit rounded-sm text-quiet hover:text-ink pointer-coarse:py-3">
            {t("technical", { count: technical.length })}
          </summary>
          <Differences differences={technical} />
        </details>
      )}
    </>
  );
}

/** What the person reads of it, with its marks. */
function isOfText({ recorded, replayed }: ReplayDifference): boolean {
  return [recorded, replayed].some((part) => part?.startsWith("text: ") === true);
}

function Differences({ differences }: Pick<ReplayReply, "differences">) {
  const t = useTranslations("runs.page");
  if (differences.length === 0) return null;
  return (
    <ul className="mt-2 flex flex-col gap-3">
      {differences.map(({ what, at, recorded, replayed }) => (
        <li key={`${what} ${at}`}>
          <p className="font-medium">{t(what, { at })}</p>
          <dl className="text-small wrap-anywhere whitespace-pre-wrap">
            <dt className="text-quiet">{t("recorded")}</dt>
            <dd dir="auto">{recorded === null ? t("nothing") : format(recorded)}</dd>
            <dt className="text-quiet">{t("replayed")}</dt>
            <dd dir="auto">{replayed === null ? t("nothing") : format(replayed)}</dd>
          </dl>
        </li>
      ))}
    </ul>
  );
}

/** A call of a tool stands as its name, then JSON. */
function format(part: string): string {
  const [, name, data] = /^([^:]*): ([[{].*)$/s.exec(part) ?? [];
  const value = data === undefined ? null : parseJson(data);
  return value === null ? part : `${name}\n${JSON.stringify(value, null, 2)}`;
}
