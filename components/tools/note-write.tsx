import { StickyNote } from "lucide-react";
import type { ToolView } from "./tool-view";

export const noteWriteView: ToolView<"note_write"> = {
  name: "note_write",
  Icon: StickyNote,
  asked: ({ input }) => [input?.key ?? "", input?.content ?? ""].filter(Boolean).join(": "),
  missing: { lead: (t) => t("note_write.missing") },
  question: (_call, t) => t("note_write.ask"),
  result: ({ isKept }) => ({ count: isKept ? 1 : 0 }),
};
