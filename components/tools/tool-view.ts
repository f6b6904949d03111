import type { LucideIcon } from "lucide-react";
import type { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { ToolCallPart } from "@/lib/client/message/approvals";
import type { ToolResult } from "@/lib/protocol/tool-results";
import type { ToolName, ToolOutputData } from "@/lib/protocol/tools";

type Values = Record<string, string | number>;
type ToolWords = ReturnType<typeof useTranslations<"tools">>;

/**
 * How a tool looks. Its words are `tools.<name>` in the messages: `name`, `live` while it runs, `did` in the
 * sentence above the trail, `result`, and `setting` in the admin panel; functions give the values in them.
 */
export type ToolView<NAME extends ToolName = ToolName> = {
  Icon: LucideIcon;
  /** What it was asked, in its own words. */
  asked(call: ToolCallPart<NAME>): string;
  live?(call: ToolCallPart<NAME>): Values;
  result(data: ToolOutputData<NAME>): Values;
  /** How much a call adds to the count in `did`; 1 without it. */
  count?(call: ToolCallPart<NAME>): number;
  /** The question to the person where a call waits for them; without it a general one. */
  question?(call: ToolCallPart<NAME>, t: ToolWords): string;
  /**
   * Of one that is asked for by name: no answer stands in for what it was to do. What is said when that did
   * not come about, and which act a notice calls it.
   */
  missing?: { lead(t: ToolWords): string; act?: "picture" };
  /** What stands below the step without opening it. */
  Rows?(props: { call: ToolCallPart<NAME> }): ReactNode;
  /** What an opened step shows in place of all that was given and came. */
  Details?(props: { call: ToolCallPart<NAME> }): ReactNode;
};

/** What a call gave; `null` as long as there is nothing, and after a failure. */
export function findData<NAME extends ToolName>(call: ToolCallPart<NAME>): ToolOutputData<NAME> | null {
  if (call.state !== "output-available") return null;
  const result = call.output as ToolResult<ToolOutputData<NAME>>;
  return result.ok ? result.data : null;
}
