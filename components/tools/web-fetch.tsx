import { BookOpen } from "lucide-react";
import { toShortAddress } from "@/lib/client/sources";
import { findData, type ToolCallPart, type ToolView } from "./tool-view";

export const webFetchView: ToolView<"web_fetch"> = {
  name: "web_fetch",
  Icon: BookOpen,
  asked: (call) => listPages(call).join(", "),
  live: ({ input }) => ({ count: input?.urls?.length ?? 1 }),
  result: ({ pages, failures }) => ({ count: pages.length, total: pages.length + failures.length }),
  count: (call) => findData(call)?.pages.length ?? call.input?.urls?.length ?? 1,
};

/** For pages that were read, what they are; before that, and where that failed, their addresses. */
function listPages(call: ToolCallPart<"web_fetch">): string[] {
  const data = findData(call);
  if (data === null) return (call.input?.urls ?? []).map((url) => toShortAddress(url ?? ""));
  return [
    ...data.pages.map(({ title, site }) => (title === site ? site : `${title} · ${site}`)),
    ...data.failures.map(({ url }) => toShortAddress(url)),
  ];
}
