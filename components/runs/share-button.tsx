"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useAction } from "@/components/ui/use-action";
import { shareTrace, unshareTrace } from "@/lib/features/traces/api";
import { call } from "@/lib/client/request";

/** Lets those who help here read this run with its words, and takes that back. */
export function ShareButton({ runId, isShared: initial }: { runId: string; isShared: boolean }) {
  const t = useTranslations("runs.support");
  const [isShared, setShared] = useState(initial);
  const { run, isBusy, reason } = useAction();
  const change = async (): Promise<void> => {
    const place = { params: { id: runId } };
    if (await run(() => (isShared ? call(unshareTrace, place) : call(shareTrace, place))))
      setShared(!isShared);
  };
  return (
    <div className="mt-2">
      <Button onClick={() => void change()} disabled={isBusy}>
        {t(isShared ? "take" : "share")}
      </Button>
      <p role="status" className="mt-1 text-sm leading-5 text-quiet">
        {reason ?? t(isShared ? "shared" : "notShared")}
      </p>
    </div>
  );
}
