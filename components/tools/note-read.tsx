import { StickyNote } from "lucide-react";
import type { ToolView } from "./tool-view";

export const noteReadView: ToolView<"note_read"> = {
  name: "note_read",
  Icon: StickyNote,
  asked: ({ input }) => input?.key ?? "",
  result: ({ keys }) => ({ count: keys.length }),
};
