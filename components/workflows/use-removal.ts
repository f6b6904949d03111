import { useTranslations } from "next-intl";
import { showToast } from "@/components/ui/toast";
import { useDeletionQueue } from "@/lib/client/deletion-queue";
import { deleteWorkflow } from "@/lib/features/workflows/api";
import { callRemoval } from "@/lib/client/request";
import type { Workflow } from "@/lib/features/workflows/shape/workflows";

type RemovalList = { take: (id: string) => () => void; reload: () => Promise<void> };

/** Takes a workflow off its list at once; it is not deleted before the time for undoing is over. */
export function useRemoval({ take, reload }: RemovalList) {
  const t = useTranslations("shell");
  const queue = useDeletionQueue(async (id) => (await callRemoval(deleteWorkflow, { params: { id } })).ok);
  return ({ id, name }: Pick<Workflow, "id" | "name">, text = t("deleted", { title: name })): void => {
    const restore = take(id);
    queue.add([id], () => {
      restore();
      showToast({ text: t("deleteFailed", { title: name }), isFailure: true });
      void reload();
    });
    showToast({ text, undo: () => queue.cancel(id) && restore() });
  };
}
