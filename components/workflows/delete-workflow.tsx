import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useReason } from "@/components/ui/use-reason";
import { workflowApi } from "@/lib/client/workflows";
import type { Workflow } from "@/lib/protocol/workflows";

type Props = { workflow: Workflow; onDone: () => void; onClose: () => void };

export function DeleteWorkflow({ workflow: { id, name }, onDone, onClose }: Props) {
  const t = useTranslations("settings.workflows");
  const explain = useReason();
  const remove = async (): Promise<string | null> => {
    const answer = await workflowApi.remove(id);
    // What was deleted in another tab is gone as well.
    if (!answer.ok && answer.status !== 404) return explain(answer);
    onDone();
    return null;
  };
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={t("deleteTitle", { name })}
      action={t("delete")}
      onConfirm={remove}
      onClose={onClose}
    >
      <p className="text-sm leading-5">{t("deleteHelp")}</p>
    </ConfirmDialog>
  );
}
