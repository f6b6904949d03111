import { Users } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { findData, type ToolView } from "./tool-view";

export const askHelperView: ToolView<"ask_helper"> = {
  Icon: Users,
  asked: ({ input }) => [input?.helper, input?.question].filter((words) => words !== undefined).join(": "),
  result: ({ helper }) => ({ helper }),
  Details: ({ call }) => {
    const t = useTranslations("tools.ask_helper");
    const data = findData(call);
    return data === null ? (
      <p dir="auto">{call.input?.question}</p>
    ) : (
      <p dir="auto">
        {data.question} <Link href={`/c/${data.conversationId}`}>{t("open", { helper: data.helper })}</Link>
      </p>
    );
  },
};
