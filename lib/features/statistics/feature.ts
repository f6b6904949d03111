import type { EndedRun, Feature } from "@/lib/engine/feature";
import type { Ground } from "@/lib/engine/ground";
import type { ToolsDoor } from "@/lib/engine/tools/catalog";
import { countMarks } from "@/lib/features/evidence/count-marks";

export function openStatistics({ records }: Ground, { tools }: ToolsDoor): Feature {
  const isOwnTool = (tool: string) => !tools().describe(tool).isDynamic;
  return {
    name: "statistics",
    async onEnded({ record, isSaved, message, ...ended }) {
      if (isSaved) await records.statistics.record(record, { ...ended, ...readMessage(message), isOwnTool });
    },
  };
}

function readMessage({ parts }: EndedRun["message"]) {
  const claims = parts.findLast((part) => part.type === "data-claims")?.data;
  return {
    usedMemories: parts.findLast((part) => part.type === "data-memories")?.data.used.length ?? 0,
    isPlanned: parts.some(({ type }) => type === "data-plan"),
    marks: claims === undefined ? {} : countMarks(claims),
  };
}
