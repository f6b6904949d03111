import { NotebookPen } from "lucide-react";
import { listFacts, readInput } from "@/lib/client/message/approval-input";
import { findData, type ToolView } from "./tool-view";

export const memorySaveView: ToolView<"memory_save"> = {
  name: "memory_save",
  Icon: NotebookPen,
  asked: ({ input }) => (input?.facts ?? []).map((fact) => fact?.content ?? "").join("; "),
  result: ({ saved }) => ({ count: saved.length }),
  count: (call) => findData(call)?.saved.length ?? 0,
  question: (call, t) => t("memory_save.ask", { count: Math.max(1, listFacts(readInput(call)).length) }),
};
