import { useFormatter, useTranslations } from "next-intl";
import { useState, type FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { Field, SelectField } from "@/components/ui/field";
import { PageRow } from "@/components/ui/page";
import { Problem } from "@/components/ui/problem";
import { Segments } from "@/components/ui/segments";
import { showToast } from "@/components/ui/toast";
import { useAction } from "@/components/ui/use-action";
import { useLocalZone } from "@/components/ui/use-local-zone";
import { call } from "@/lib/client/request";
import { saveBackupPlan } from "@/lib/features/transfer/api";
import type { BackupState } from "@/lib/features/transfer/shape";

const kinds = ["off", "daily", "weekly"] as const;
type Kind = (typeof kinds)[number];
/** A Sunday, from which the names of the week's days are told. */
const sunday = Date.UTC(2026, 10, 22);

/** What is chosen outlasts every refusal. */
export function BackupPlanForm({ state, onSaved }: { state: BackupState; onSaved: () => void }) {
  const t = useTranslations("admin.backups");
  const format = useFormatter();
  const { run, isBusy, reason } = useAction();
  const local = useLocalZone() ?? "UTC";
  const zone = state.plan.schedule === null ? local : state.plan.timezone;
  const { kind, at, day, set, plan } = usePlan(state, zone);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run(() => call(saveBackupPlan, { body: { version: state.version, plan } })).then((isDone) => {
      // Also after a conflict: what somebody else saved is shown, and saving again is meant so.
      onSaved();
      if (isDone) showToast({ text: t("saved") });
    });
  };
  const days = Array.from({ length: 7 }, (_, index) => ({
    value: String(index),
    label: format.dateTime(sunday + index * 86_400_000, { weekday: "long", timeZone: "UTC" }),
  }));
  return (
    <form className="grid max-w-2xl gap-4 pt-4" onSubmit={submit}>
      <PageRow name={t("schedule")} help={t("scheduleHelp", { zone })}>
        <Segments
          label={t("schedule")}
          value={kind}
          options={kinds.map((value) => ({ value, name: t(`every.${value}`) }))}
          onChoose={(next) => set({ kind: next })}
        />
      </PageRow>
      {kind === "weekly" && (
        <SelectField
          {...{ label: t("day"), name: "backup-day", initial: day, options: days }}
          onChoose={(next) => set({ day: next })}
        />
      )}
      {kind !== "off" && (
        <Field
          {...{ label: t("at"), name: "backup-at", type: "time", required: true, value: at }}
          onChange={({ target }) => set({ at: target.value })}
        />
      )}
      <Problem>{reason}</Problem>
      <Button type="submit" className="justify-self-start" aria-disabled={isBusy}>
        {t("save")}
      </Button>
    </form>
  );
}

function usePlan({ plan: { schedule } }: BackupState, timezone: string) {
  const [chosen, setChosen] = useState(() => ({
    kind: toKind(schedule?.kind),
    at: schedule?.at ?? "03:00",
    day: schedule?.kind === "weekly" ? String(schedule.day) : "0",
  }));
  const { kind, at, day } = chosen;
  const toSchedule = () => {
    if (kind === "off") return null;
    return kind === "daily" ? { kind, at } : { kind, at, day: Number(day) };
  };
  return {
    ...chosen,
    set: (part: Partial<typeof chosen>) => setChosen((before) => ({ ...before, ...part })),
    plan: { schedule: toSchedule(), timezone },
  };
}

function toKind(kind: string | undefined): Kind {
  return kind === "daily" || kind === "weekly" ? kind : "off";
}
