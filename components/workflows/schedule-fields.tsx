import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { Field, readField, SelectField } from "@/components/ui/field";
import type { Schedule } from "@/lib/features/workflows/shape/workflows";

const kinds = ["none", "hours", "daily", "weekly"] as const;
/** A Sunday, from which the names of the week's days are told. */
const sunday = Date.UTC(2026, 10, 22);

/** When it is asked by itself, in the person's time zone. */
export function ScheduleFields({ initial, timezone }: { initial: Schedule | null; timezone: string }) {
  const t = useTranslations("settings.workflows.schedule");
  const format = useFormatter();
  const [kind, setKind] = useState<string>(initial?.kind ?? "none");
  const days = Array.from({ length: 7 }, (_, day) => ({
    value: String(day),
    label: format.dateTime(sunday + day * 86_400_000, { weekday: "long", timeZone: "UTC" }),
  }));
  return (
    <>
      <SelectField
        label={t("label")}
        name="kind"
        initial={kind}
        options={kinds.map((value) => ({ value, label: t(value) }))}
        onChoose={setKind}
      />
      {kind === "hours" && (
        <Field
          label={t("every")}
          name="every"
          type="number"
          min={1}
          max={720}
          required
          defaultValue={initial?.kind === "hours" ? initial.every : 24}
        />
      )}
      {kind === "weekly" && (
        <SelectField
          label={t("day")}
          name="day"
          initial={initial?.kind === "weekly" ? String(initial.day) : "1"}
          options={days}
        />
      )}
      {(kind === "daily" || kind === "weekly") && (
        <Field
          label={t("at")}
          name="at"
          type="time"
          required
          hint={t("zone", { timezone })}
          defaultValue={initial !== null && initial.kind !== "hours" ? initial.at : "07:30"}
        />
      )}
    </>
  );
}

export function readSchedule(entered: FormData): Schedule | null {
  const at = readField(entered, "at");
  switch (entered.get("kind")) {
    case "hours":
      return { kind: "hours", every: Number(entered.get("every")) };
    case "daily":
      return { kind: "daily", at };
    case "weekly":
      return { kind: "weekly", day: Number(entered.get("day")), at };
    default:
      return null;
  }
}
