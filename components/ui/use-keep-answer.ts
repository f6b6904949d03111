import { useLocale, useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { createWorkflow } from "@/lib/features/workflows/api";
import { call } from "@/lib/client/request";
import type { NewWorkflowBody } from "@/lib/features/workflows/shape/workflows";
import { useLocalZone } from "./use-local-zone";
import { showToast } from "./toast";
import { useReason } from "./use-reason";

type Keepable = Pick<NewWorkflowBody, "from" | "steps" | "isReport">;

/** Keeps the question of an answer to be asked again, and says where it is found. */
export function useKeepAnswer(): (kept: Keepable) => Promise<void> {
  const t = useTranslations("chat.keep");
  const explain = useReason();
  const router = useRouter();
  const language = useLocale();
  const timezone = useLocalZone();
  return async (kept) => {
    const answer = await call(createWorkflow, {
      body: { ...kept, language, ...(timezone && { timezone }) },
    });
    if (!answer.ok) {
      showToast({ text: explain(answer), isFailure: true });
      return;
    }
    const open = { label: t("open"), run: () => router.push("/settings/workflows") };
    showToast({ text: t("kept"), action: open });
  };
}
