"use client";

import { ScrollText } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useReason } from "@/components/ui/use-reason";
import { readRun } from "@/lib/features/traces/api";
import { call, type Answer } from "@/lib/client/request";
import type { RunRecord } from "@/lib/protocol/run-record";
import { StepFrame } from "./step-frame";

/** The instructions that a reply kept to, folded. They are kept with its run and read when this is opened. */
export function GivenInstructions({ runId }: { runId: string }) {
  const t = useTranslations("chat.step");
  return (
    <StepFrame icon={<ScrollText size={16} />} head={t("instructions")}>
      <InstructionList runId={runId} />
    </StepFrame>
  );
}

function InstructionList({ runId }: { runId: string }) {
  const t = useTranslations("chat.step");
  const tCommon = useTranslations("common");
  const explain = useReason();
  const [answer, setAnswer] = useState<Answer<RunRecord> | null>(null);
  useEffect(() => {
    const left = new AbortController();
    void call(readRun, { params: { id: runId }, signal: left.signal }).then(
      (record) => !left.signal.aborted && setAnswer(record),
    );
    return () => left.abort();
  }, [runId]);
  if (answer === null) return <p role="status">{tCommon("loading")}</p>;
  if (!answer.ok)
    return <p role="status">{answer.status === 404 ? t("instructionsGone") : explain(answer)}</p>;
  const { instructions = [] } = answer.value;
  return (
    <dl className="flex flex-col gap-2">
      {instructions.map(({ kind, name, text }) => (
        <div key={kind}>
          <dt className="text-ink">{t(`instructionsOf.${kind}`, { name: name ?? "" })}</dt>
          <dd dir="auto" className="max-h-60 overflow-y-auto wrap-anywhere whitespace-pre-wrap">
            {text ?? t("instructionsOfSite")}
          </dd>
        </div>
      ))}
    </dl>
  );
}
