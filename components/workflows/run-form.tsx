import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { runWorkflow } from "@/lib/features/workflows/api";
import { call } from "@/lib/client/request";
import type { Workflow, WorkflowRunReply } from "@/lib/features/workflows/shape/workflows";
import { readValues, ValueFields } from "./value-fields";

type Props = { workflow: Workflow; onDone: () => void; onClose: () => void };

/** Asks for the values of its variables, then opens the conversation that it is answered in. */
export function RunForm({ workflow: { id, name, question, values }, onDone, onClose }: Props) {
  const t = useTranslations("settings.workflows");
  const router = useRouter();
  const open = ({ conversationId }: WorkflowRunReply): void => {
    onDone();
    router.push(`/c/${conversationId}`);
  };
  return (
    <ConfirmDialog
      title={name}
      action={t("run")}
      onConfirm={(entered) => call(runWorkflow, { params: { id }, body: { values: readValues(entered) } })}
      onDone={open}
      onClose={onClose}
    >
      <p dir="auto" className="text-sm leading-5 wrap-anywhere">
        {question}
      </p>
      <ValueFields {...{ question, values }} />
    </ConfirmDialog>
  );
}
