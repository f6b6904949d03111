import { useTranslations } from "next-intl";
import { showToast } from "@/components/ui/toast";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { keepFocus } from "./keep-focus";
import type { MemoryView } from "./memory-view";
import { useMemoryReason } from "./use-memory-reason";

export type Clearing = "all" | "history";

type Props = { part: Clearing | null; view: MemoryView; onClose: () => void };

/** Asks before what cannot be undone. */
export function ClearDialog({ part, view: { reply, store }, onClose }: Props) {
  const t = useTranslations("memory");
  const explain = useMemoryReason();
  const isHistory = part === "history";
  const close = (): void => {
    onClose();
    keepFocus();
  };
  const clear = async (): Promise<string | null> => {
    if (part === null) return null;
    const answer = await store.clear(part);
    if (!answer.ok) return explain(answer);
    showToast({ text: t(isHistory ? "said.historyCleared" : "said.cleared") });
    return null;
  };
  return (
    <ConfirmDialog
      isOpen={part !== null}
      title={t(isHistory ? "clearing.historyTitle" : "clearing.title")}
      action={t(isHistory ? "history.clear" : "clearing.confirm")}
      isDangerous
      onConfirm={clear}
      onClose={close}
    >
      <p>{isHistory ? t("clearing.historyText") : t("clearing.text", { count: reply.facts.length })}</p>
    </ConfirmDialog>
  );
}
