import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { showToast } from "@/components/ui/toast";
import { createDeletionQueue, undoMs } from "@/lib/client/deletion-queue";
import { workflowApi } from "@/lib/client/workflows";
import type { Workflow } from "@/lib/protocol/workflows";

/** Takes workflows off the list at once; nothing is deleted before the time for undoing is over. */
export function useRemoval(reload: () => void) {
  const t = useTranslations();
  const [deleting, setDeleting] = useState<readonly string[]>([]);
  const [queue] = useState(() => createDeletionQueue({ delayMs: undoMs, send: isGone }));
  useEffect(() => {
    window.addEventListener("pagehide", queue.flush);
    return () => {
      window.removeEventListener("pagehide", queue.flush);
      queue.flush();
    };
  }, [queue]);
  const restore = (id: string) => setDeleting((before) => before.filter((other) => other !== id));
  const remove = ({ id, name }: Pick<Workflow, "id" | "name">, text?: string): void => {
    setDeleting((before) => [...before, id]);
    queue.add([id], () => {
      restore(id);
      showToast({ text: t("shell.deleteFailed", { title: name }), isFailure: true });
      reload();
    });
    const undo = () => {
      if (queue.cancel(id)) restore(id);
    };
    showToast({
      text: text ?? t("shell.deleted", { title: name }),
      action: { label: t("common.undo"), run: undo },
      durationMs: undoMs,
    });
  };
  return { deleting, remove };
}

async function isGone(id: string): Promise<boolean> {
  const answer = await workflowApi.remove(id);
  // What was deleted in another tab is gone as well.
  return answer.ok || answer.status === 404;
}
