import { sum } from "@/components/admin/sum";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { useAction } from "@/components/ui/use-action";
import { useSettings } from "@/components/admin/use-settings";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Problem } from "@/components/ui/problem";
import { formatCost } from "@/lib/client/money";
import {
  sides,
  type ExperimentReply,
  type ExperimentSummary,
} from "@/lib/features/laboratory/shape/laboratory";
import type { SettingName } from "@/lib/protocol/settings-fields";
import { PairDialog } from "./pair-dialog";
import { QuestionResults } from "./question-results";
import { SideTable, useSideNames, WinTable } from "./result-tables";
import { Verdict } from "./verdict";
import { useExperiment, type LaboratoryState } from "./use-laboratory";

type Props = { laboratory: LaboratoryState; experiment: ExperimentSummary; isOpenAtFirst: boolean };

/** An experiment, and once it is opened how far it has come and what can be made of it. */
export function ExperimentCard({ laboratory, experiment, isOpenAtFirst }: Props) {
  const t = useTranslations("admin.laboratory");
  const format = useFormatter();
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const title = useTitle(experiment);
  const { state, createdAt } = experiment;
  return (
    <li className="border-b border-hairline py-4 last:border-0">
      <article aria-label={title} className="grid gap-3">
        <h3 className="flex flex-wrap items-center gap-x-2 text-base font-medium">
          <span className="min-w-0 wrap-anywhere">{title}</span>
          <span className="rounded-full bg-sunken px-2 text-xs leading-5 text-quiet">
            {t(`states.${state}`)}
          </span>
          <span className="text-xs font-normal text-quiet">
            {format.dateTime(createdAt, { dateStyle: "medium", timeStyle: "short" })}
          </span>
        </h3>
        {isOpen && <Opened laboratory={laboratory} experiment={experiment} />}
        {!isOpen && (
          <Button className="justify-self-start" onClick={() => setOpen(true)}>
            {t("show")}
            <span className="sr-only">: {title}</span>
          </Button>
        )}
      </article>
    </li>
  );
}

function Opened({ laboratory, experiment }: Omit<Props, "isOpenAtFirst">) {
  const reply = useExperiment(laboratory, experiment);
  if (reply === null) return null;
  return (
    <>
      <Outcome reply={reply} />
      <Actions laboratory={laboratory} reply={reply} />
    </>
  );
}

function useTitle({ agent, draft, keptDraft, night }: ExperimentSummary): string {
  const t = useTranslations("admin");
  if (night !== null) return t("laboratory.nightly.one");
  if (agent !== null) return t("laboratory.agent", { name: agent.name });
  if (keptDraft !== null) return keptDraft.name;
  const names = (Object.keys(draft ?? {}) as SettingName[]).map((name) => t(`fields.${name}.name`));
  return names.length === 0
    ? t("laboratory.same")
    : t("laboratory.settings", { names: names.join(t("bar.separator")) });
}

const reasons = ["limit", "person", "quota_exhausted"] as const;

function Outcome({ reply }: { reply: ExperimentReply }) {
  const t = useTranslations("admin.laboratory");
  const locale = useLocale();
  const { results, questions, table, spentMicroUsd, limitMicroUsd, state, reason } = reply;
  const isNight = reply.night !== null;
  const asked = isNight ? (["draft"] as const) : sides;
  const done = sum(results, (result) => asked.filter((side) => result[side]).length);
  const toCost = (microUsd: number) => formatCost(microUsd, locale) ?? "0 ¢";
  const known = reasons.find((one) => one === reason) ?? "other";
  const sideNames = useSideNames(reply);
  return (
    <>
      {done > 0 && <Verdict reply={reply} />}
      <p role="status" className="text-sm leading-5 text-quiet">
        {t("progress", {
          ...{ done, all: questions.length * asked.length },
          ...{ cost: toCost(spentMicroUsd), limit: toCost(limitMicroUsd) },
        })}
      </p>
      {state === "stopped" && <p className="text-sm leading-5">{t(`reasons.${known}`)}</p>}
      {state === "published" && <p className="text-sm leading-5">{t("publishedHelp")}</p>}
      {done > 0 && (
        <>
          <SideTable rows={table.rows} sideNames={sideNames} />
          <QuestionResults reply={reply} sideNames={sideNames} />
          <details>
            <summary className="w-fit cursor-pointer text-sm font-medium pointer-coarse:py-3">
              {t("winTable")}
            </summary>
            <WinTable table={table} sideNames={sideNames} />
            <p className="pt-2 text-xs leading-5 text-quiet">{t("method")}</p>
          </details>
        </>
      )}
    </>
  );
}

type ActionProps = { laboratory: LaboratoryState; reply: ExperimentReply };

function Actions({ laboratory, reply }: ActionProps) {
  const t = useTranslations("admin.laboratory");
  const { form } = useSettings();
  const { run, isBusy, reason } = useAction();
  const [opened, setOpened] = useState<"throw" | "compare" | null>(null);
  const { id, state, draft, keptDraft, results } = reply;
  const isInBar = form.isKept && keptDraft?.id === form.kept?.id;
  const close = () => setOpened(null);
  const publish = async (): Promise<string | null> => {
    const failure = await laboratory.publish(id);
    await form.reload();
    return failure;
  };
  const hasPairs = results.some(({ live, draft: other }) => live !== null && other !== null);
  return (
    <div className="flex flex-wrap gap-2">
      {state === "running" && (
        <Button aria-disabled={isBusy} onClick={() => void run(() => laboratory.stop(id))}>
          {t("stop")}
        </Button>
      )}
      {hasPairs && <Button onClick={() => setOpened("compare")}>{t("compare")}</Button>}
      {draft !== null && !isInBar && (state === "done" || state === "stopped") && (
        <Button tone="primary" aria-disabled={isBusy} onClick={() => void run(publish)}>
          {t("publish")}
        </Button>
      )}
      <Button tone="danger" onClick={() => setOpened("throw")}>
        {t("throw")}
      </Button>
      <Problem className="w-full">{reason}</Problem>
      <ConfirmDialog
        isOpen={opened === "throw"}
        isDangerous
        title={t("throwTitle")}
        action={t("throw")}
        onConfirm={() => laboratory.throwAway(id)}
        onClose={close}
      >
        <p className="text-sm leading-5">{t("throwHelp")}</p>
      </ConfirmDialog>
      {opened === "compare" && <PairDialog {...{ laboratory, reply, onClose: close }} />}
    </div>
  );
}
