"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useReason } from "@/components/ui/use-reason";
import { request, type Answer } from "@/lib/client/request";
import type { ReplayReply } from "@/lib/protocol/traces";

/** Makes the run again from what was recorded, and says whether the message is the same. */
export function ReplaySection({ runId }: { runId: string }) {
  const t = useTranslations("runs.page");
  const explain = useReason();
  const [isBusy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<Answer<ReplayReply> | null>(null);
  const replay = async (): Promise<void> => {
    setBusy(true);
    const path = `/api/runs/${encodeURIComponent(runId)}/replay`;
    setAnswer(await request<ReplayReply>(path, { method: "POST", body: {} }));
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

function Result({ isEqual, calls, differences }: ReplayReply) {
  const t = useTranslations("runs.page");
  if (isEqual) return <p>{t("equal", { calls })}</p>;
  return (
    <>
      <p>{t("differs", { count: differences.length })}</p>
      <ul className="mt-2 flex flex-col gap-3">
        {differences.map(({ what, at, recorded, replayed }) => (
          <li key={`${what} ${at}`}>
            <p className="font-medium">{t(what, { at })}</p>
            <dl className="text-[13px] wrap-anywhere">
              <dt className="text-quiet">{t("recorded")}</dt>
              <dd dir="auto">{recorded ?? t("nothing")}</dd>
              <dt className="text-quiet">{t("replayed")}</dt>
              <dd dir="auto">{replayed ?? t("nothing")}</dd>
            </dl>
          </li>
        ))}
      </ul>
    </>
  );
}
