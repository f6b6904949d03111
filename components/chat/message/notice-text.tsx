import { useFormatter, useTranslations } from "next-intl";
import { noticeCodes, type NoticeData } from "@/lib/protocol/chat-message";
import type { ToolName } from "@/lib/protocol/tools";

/** A notice in the page's language; that of an earlier version in the words that it was stored with. */
export function NoticeText({ notice }: { notice: NoticeData }) {
  const t = useTranslations("chat.notice");
  const tTools = useTranslations("tools");
  const format = useFormatter();
  if ("text" in notice) return notice.text;
  if (!noticeCodes.includes(notice.code)) return null;
  const nameTool = (tool: string) => {
    const key = `${tool}.name` as `${ToolName}.name`;
    return tTools.has(key) ? tTools(key) : tool.replaceAll("_", " ");
  };
  const toValue = (name: string, value: string | number | readonly string[]) => {
    if (typeof value !== "object") return value;
    const names = value.map((each) => (name === "titles" ? t("title", { title: each }) : nameTool(each)));
    return format.list(names, { type: "unit", style: "short" });
  };
  const values = Object.entries(notice.values ?? {}).map(([name, value]) => [name, toValue(name, value)]);
  // Which values a code has, its maker in `lib/engine/loop/notices` and the test of all notices hold.
  return t(notice.code, Object.fromEntries(values) as never);
}
