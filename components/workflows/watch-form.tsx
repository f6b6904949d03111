import { useLocale, useTranslations } from "next-intl";
import Link from "next/link";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Segments } from "@/components/ui/segments";
import { showToast } from "@/components/ui/toast";
import { useLocalZone } from "@/components/ui/use-local-zone";
import { refreshWatches, type EvidencePlace } from "./watches";
import { createWorkflow, deleteWorkflow } from "@/lib/features/workflows/api";
import { call, callRemoval } from "@/lib/client/request";
import type { Schedule, Workflow } from "@/lib/features/workflows/shape/workflows";

const rhythms = ["daily", "weekly", "byHand"] as const;
type Rhythm = (typeof rhythms)[number];

/** A new watch is asked at this time of the day. */
const at = "07:30";

type Props = { from: EvidencePlace; agent: string | undefined; onClose: () => void };

/** Asks how often a question is asked again, then keeps it. */
export function WatchForm({ from, agent, onClose }: Props) {
  const t = useTranslations("chat.watch");
  const language = useLocale();
  const timezone = useLocalZone() ?? "UTC";
  const [rhythm, setRhythm] = useState<Rhythm>("daily");
  const watch = () =>
    call(createWorkflow, {
      body: {
        ...{ from, isWatch: true, schedule: toSchedule(rhythm), language, timezone },
        answer: agent === undefined ? {} : { agent },
      },
    });
  const tell = ({ id }: Workflow): void => {
    void refreshWatches();
    const undo = () => void callRemoval(deleteWorkflow, { params: { id } }).then(refreshWatches);
    showToast({ text: t("begun"), undo });
  };
  return (
    <ConfirmDialog title={t("title")} action={t("begin")} onConfirm={watch} onDone={tell} onClose={onClose}>
      <p className="text-sm leading-5 text-quiet">{t("about")}</p>
      <Segments
        label={t("rhythm")}
        value={rhythm}
        options={rhythms.map((value) => ({ value, name: t(value) }))}
        onChoose={setRhythm}
      />
      <p className="text-sm leading-5 text-quiet">
        {t(rhythm === "byHand" ? "handHelp" : "timeHelp", { time: at, timezone })}{" "}
        <Link href="/settings/workflows" prefetch={false} className="underline underline-offset-3">
          {t("all")}
        </Link>
      </p>
    </ConfirmDialog>
  );
}

function toSchedule(rhythm: Rhythm): Schedule | null {
  if (rhythm === "byHand") return null;
  return rhythm === "daily" ? { kind: "daily", at } : { kind: "weekly", day: new Date().getDay(), at };
}
