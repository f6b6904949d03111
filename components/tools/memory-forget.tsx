import { Eraser } from "lucide-react";
import { listFacts, readInput } from "@/lib/client/message/approval-input";
import { findData, type ToolView } from "./tool-view";

export const memoryForgetView: ToolView<"memory_forget"> = {
  name: "memory_forget",
  Icon: Eraser,
  asked: ({ input }) => (input?.facts ?? []).map((fact) => fact?.content ?? "").join("; "),
  result: ({ forgotten }) => ({ count: forgotten.length }),
  count: (call) => findData(call)?.forgotten.length ?? 0,
  question: (call, t) => t("memory_forget.ask", { count: Math.max(1, listFacts(readInput(call)).length) }),
};
