import { useLocale, useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { workflowApi } from "@/lib/client/workflows";
import type { NewWorkflowBody } from "@/lib/protocol/workflows";
import { useLocalZone } from "./use-local-zone";
import { showToast } from "./toast";
import { useReason } from "./use-reason";

type Kept = Pick<NewWorkflowBody, "from" | "steps" | "isReport">;

/** Keeps the question of an answer to be asked again, and says where it is found. */
export function useKeepAnswer(): (kept: Kept) => Promise<void> {
  const t = useTranslations("chat.keep");
  const explain = useReason();
  const router = useRouter();
  const language = useLocale();
  const timezone = useLocalZone();
  return async (kept) => {
    const answer = await workflowApi.create({ ...kept, language, ...(timezone && { timezone }) });
    if (!answer.ok) {
      showToast({ text: explain(answer), isFailure: true });
      return;
    }
    const open = { label: t("open"), run: () => router.push("/settings/workflows") };
    showToast({ text: t("kept"), action: open });
  };
}
