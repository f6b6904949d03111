import { RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { BreakerList, loadBreakers } from "@/components/admin/breaker-section";
import { PageSection } from "@/components/admin/page-frame";
import { useLoaded } from "@/components/admin/use-loaded";
import { Button } from "@/components/ui/button";
import { useReason } from "@/components/ui/use-reason";
import { listRunning, resetBreaker, stopRun } from "@/lib/features/operations/api";
import { call, loadFrom, type Answer } from "@/lib/client/request";
import type { RunningRow } from "@/lib/protocol/operations";

const loadRunning = loadFrom(listRunning);

/** Which replies are being made and what is paused, with what an operator can do about it. */
export function Operations({ canOperate }: { canOperate: boolean }) {
  const t = useTranslations("admin.operations");
  const running = useLoaded(loadRunning);
  const paused = useLoaded(loadBreakers);
  const act = useAct(() => {
    running.reload();
    paused.reload();
  });
  const reason = act.reason ?? running.reason ?? paused.reason;
  return (
    <PageSection title={t("title")} help={t("help")} aside={<Refresh onClick={act.reload} />}>
      <p role="alert" className="pt-2 text-sm leading-5 text-bad empty:hidden">
        {reason}
      </p>
      <h3 className="pt-4 text-sm font-medium text-quiet">{t("running")}</h3>
      {running.value?.runs.length === 0 && <p className="pt-1 text-sm leading-5 text-quiet">{t("none")}</p>}
      <ul>
        {running.value?.runs.map((run) => (
          <Running
            key={run.id}
            run={run}
            onStop={canOperate ? () => void act.do(call(stopRun, { params: run })) : null}
          />
        ))}
      </ul>
      <h3 className="pt-4 text-sm font-medium text-quiet">{t("paused")}</h3>
      <BreakerList
        breakers={paused.value?.breakers ?? []}
        onReset={
          canOperate ? ({ kind, name }) => void act.do(call(resetBreaker, { body: { kind, name } })) : null
        }
      />
    </PageSection>
  );
}

function Refresh({ onClick }: { onClick: () => void }) {
  const t = useTranslations("admin.breakers");
  return (
    <button type="button" className="quiet-button -me-2" onClick={onClick}>
      <RotateCw className="size-4" aria-hidden="true" />
      {t("refresh")}
    </button>
  );
}

/** Does one thing and looks again; `reason` is why the last did not work. */
function useAct(reload: () => void) {
  const explain = useReason();
  const [reason, setReason] = useState<string | null>(null);
  return {
    reason,
    reload,
    do: async (asked: Promise<Answer<unknown>>): Promise<void> => {
      const answer = await asked;
      setReason(answer.ok ? null : explain(answer));
      reload();
    },
  };
}

function Running({ run, onStop }: { run: RunningRow; onStop: (() => void) | null }) {
  const t = useTranslations("admin.operations");
  const name = run.person.name ?? run.person.id;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 border-b border-hairline py-2 last:border-0">
      <p className="min-w-0 flex-1 text-sm leading-5 wrap-anywhere">
        {name} <span className="text-quiet">· {t(`state.${run.state}`)}</span>
        <span className="block font-mono text-xs text-quiet">{run.id}</span>
      </p>
      {onStop !== null && (
        <Button aria-label={t("stopOf", { person: name })} onClick={onStop}>
          {t("stop")}
        </Button>
      )}
    </li>
  );
}
