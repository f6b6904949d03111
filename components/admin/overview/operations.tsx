import { useTranslations } from "next-intl";
import { BreakerList, breakerList } from "@/components/admin/breaker-section";
import { PageSection, Refresh } from "@/components/admin/page-frame";
import { Button } from "@/components/ui/button";
import { Problem } from "@/components/ui/problem";
import { ResourceList } from "@/components/ui/resource-list";
import { useAction } from "@/components/ui/use-action";
import { listRunning, resetBreaker, stopRun } from "@/lib/features/operations/api";
import { call, loadFrom, type Answer } from "@/lib/client/request";
import { useResource } from "@/lib/client/resource";
import type { RunningReply, RunningRow } from "@/lib/features/operations/shape";

const runningList = {
  load: loadFrom(listRunning),
  key: ({ id }: RunningRow) => id,
  page: ({ runs: items }: RunningReply) => ({ items }),
};

/** Which replies are being made and what is paused, with what an operator can do about it. */
export function Operations({ canOperate }: { canOperate: boolean }) {
  const t = useTranslations("admin.operations");
  const none = useTranslations("admin.breakers")("none");
  const running = useResource(runningList);
  const paused = useResource(breakerList);
  const { run, isBusy, reason } = useAction();
  const reload = () => Promise.all([running.reload(), paused.reload()]);
  const act = (work: () => Promise<Answer<unknown>>) =>
    canOperate ? () => void run(work).then(reload) : null;
  return (
    <PageSection
      title={t("title")}
      help={t("help")}
      aside={<Refresh isBusy={isBusy} onClick={() => void reload()} />}
    >
      <Problem className="pt-2">{reason}</Problem>
      <h3 className="pt-4 text-sm font-medium text-quiet">{t("running")}</h3>
      <ResourceList list={running} empty={t("none")}>
        <ul>
          {running.items.map((one) => (
            <Running key={one.id} run={one} onStop={act(() => call(stopRun, { params: one }))} />
          ))}
        </ul>
      </ResourceList>
      <h3 className="pt-4 text-sm font-medium text-quiet">{t("paused")}</h3>
      <ResourceList list={paused} empty={none}>
        <BreakerList
          breakers={paused.items}
          onReset={
            canOperate
              ? ({ kind, name }) => act(() => call(resetBreaker, { body: { kind, name } }))?.()
              : null
          }
        />
      </ResourceList>
    </PageSection>
  );
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
