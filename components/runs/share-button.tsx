"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useReason } from "@/components/ui/use-reason";
import { shareTrace, unshareTrace } from "@/lib/features/traces/api";
import { call, type Answer } from "@/lib/client/request";

/** Lets those who help here read this run with its words, and takes that back. */
export function ShareButton({ runId, isShared: initial }: { runId: string; isShared: boolean }) {
  const t = useTranslations("runs.support");
  const explain = useReason();
  const [isShared, setShared] = useState(initial);
  const [answer, setAnswer] = useState<Answer<unknown> | null>(null);
  const [isBusy, setBusy] = useState(false);
  const change = async (): Promise<void> => {
    setBusy(true);
    const place = { params: { id: runId } };
    const made = await (isShared ? call(unshareTrace, place) : call(shareTrace, place));
    setAnswer(made);
    setBusy(false);
    if (made.ok) setShared(!isShared);
  };
  return (
    <div className="mt-2">
      <Button onClick={() => void change()} disabled={isBusy}>
        {t(isShared ? "take" : "share")}
      </Button>
      <p role="status" className="mt-1 text-sm leading-5 text-quiet">
        {answer?.ok === false ? explain(answer) : t(isShared ? "shared" : "notShared")}
      </p>
    </div>
  );
}
