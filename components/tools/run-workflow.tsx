import { Workflow } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { findData, type ToolView } from "./tool-view";

export const runWorkflowView: ToolView<"run_workflow"> = {
  Icon: Workflow,
  asked: ({ input }) => input?.workflow ?? "",
  result: ({ workflow }) => ({ workflow }),
  Details: ({ call }) => {
    const t = useTranslations("tools.run_workflow");
    const data = findData(call);
    return data === null ? (
      <p dir="auto">{call.input?.workflow}</p>
    ) : (
      <p dir="auto">
        {data.question}{" "}
        <Link href={`/c/${data.conversationId}`}>{t("open", { workflow: data.workflow })}</Link>
      </p>
    );
  },
};
