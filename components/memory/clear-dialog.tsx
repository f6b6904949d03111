import { useTranslations } from "next-intl";
import { useState } from "react";
import { showToast } from "@/components/shell/toast";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { keepFocus } from "./keep-focus";
import type { MemoryView } from "./memory-view";
import { useMemoryReason } from "./use-memory-reason";

export type Clearing = "all" | "history";

type Props = { part: Clearing | null; view: MemoryView; onClose: () => void };

/** Asks before what cannot be undone. */
export function ClearDialog({ part, view, onClose }: Props) {
  const t = useTranslations();
  const close = (): void => {
    onClose();
    keepFocus();
  };
  return (
    <Dialog isOpen={part !== null} onClose={close} title={t(part === "history" ? "memory.clearing.historyTitle" : "memory.clearing.title")} closeLabel={t("common.close")}>
      {part !== null && <Question part={part} view={view} onClose={onClose} />}
    </Dialog>
  );
}

function Question({ part, view: { reply, store }, onClose }: Props & { part: Clearing }) {
  const t = useTranslations("memory");
  const explain = useMemoryReason();
  const [isBusy, setBusy] = useState(false);
  const [reason, setReason] = useState<string | null>(null);
  const clear = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    const answer = await store.clear(part);
    setBusy(false);
    if (!answer.ok) return setReason(explain(answer));
    showToast({ text: t(part === "all" ? "said.cleared" : "said.historyCleared") });
    onClose();
  };
  return (
    <div className="grid gap-3">
      <p>{part === "all" ? t("clearing.text", { count: reply.facts.length }) : t("clearing.historyText")}</p>
      {reason !== null && (
        <p role="alert" className="text-sm leading-5 text-bad">
          {reason}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2 pt-1">
        <Button tone="quiet" onClick={onClose}>
          {t("actions.cancel")}
        </Button>
        <Button tone="danger" aria-disabled={isBusy} onClick={() => void clear()}>
          {t(part === "all" ? "clearing.confirm" : "history.clear")}
        </Button>
      </div>
    </div>
  );
}
