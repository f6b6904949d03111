import { Brain } from "lucide-react";
import type { ToolView } from "./tool-view";

export const memoryRetrieveView: ToolView<"memory_retrieve"> = {
  name: "memory_retrieve",
  Icon: Brain,
  asked: ({ input }) => (input?.searchTerms ?? []).join(", "),
  result: ({ facts }) => ({ count: facts.length }),
};
