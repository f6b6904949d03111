import { useTranslations } from "next-intl";
import { saysReadOnly, type McpTool } from "@/lib/features/tool-servers/shape";

const tones = {
  reads: "bg-sunken text-soft",
  changes: "bg-partly-tint text-partly",
  files: "bg-partly-tint text-partly",
  environment: "bg-bad-tint text-bad",
  commands: "bg-bad-tint text-bad",
} as const;

/** What the server claims, and what the small model found in the tool's words. */
export function MayDo({ tool }: { tool: McpTool }) {
  const t = useTranslations("admin.mcp.mayDo");
  const pinned = tool.found ?? tool.taken;
  return (
    <span className="flex flex-wrap gap-1">
      {listMarks(tool).map((mark) => (
        <span key={mark} className={`rounded-full px-2 text-xs leading-5 font-medium ${tones[mark]}`}>
          {t(mark)}
        </span>
      ))}
      {pinned?.reaches === null && <span className="text-xs leading-5 text-quiet">{t("unseen")}</span>}
    </span>
  );
}

export function listMarks({ found, taken }: McpTool): (keyof typeof tones)[] {
  const pinned = found ?? taken;
  if (pinned === null) return [];
  return [saysReadOnly(pinned.definition) ? "reads" : "changes", ...(pinned.reaches ?? [])];
}
