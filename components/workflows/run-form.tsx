import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useReason } from "@/components/ui/use-reason";
import { workflowApi } from "@/lib/client/workflows";
import type { Workflow } from "@/lib/protocol/workflows";
import { readValues, ValueFields } from "./value-fields";

type Props = { workflow: Workflow; onDone: () => void; onClose: () => void };

/** Asks for the values of its variables, then opens the conversation that it is answered in. */
export function RunForm({ workflow: { id, name, question, values }, onDone, onClose }: Props) {
  const t = useTranslations("settings.workflows");
  const explain = useReason();
  const router = useRouter();
  const run = async (entered: FormData): Promise<string | null> => {
    const answer = await workflowApi.run(id, readValues(entered));
    if (!answer.ok) return explain(answer);
    onDone();
    router.push(`/c/${answer.value.conversationId}`);
    return null;
  };
  return (
    <ConfirmDialog isOpen title={name} action={t("run")} onConfirm={run} onClose={onClose}>
      <p dir="auto" className="text-sm leading-5 wrap-anywhere">
        {question}
      </p>
      <ValueFields {...{ question, values }} />
    </ConfirmDialog>
  );
}
