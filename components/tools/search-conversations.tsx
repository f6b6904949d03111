import { MessagesSquare } from "lucide-react";
import type { ToolView } from "./tool-view";

export const searchConversationsView: ToolView<"search_conversations"> = {
  name: "search_conversations",
  Icon: MessagesSquare,
  asked: ({ input }) => input?.query ?? "",
  live: ({ input }) => ({ what: input?.query ?? "…" }),
  result: ({ conversations }) => ({ count: conversations.length }),
};
