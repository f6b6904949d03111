import {
  Brain,
  Calculator,
  Clock,
  Eraser,
  FileSearch,
  FileText,
  ImageIcon,
  ListCollapse,
  MessageCircle,
  MessageCircleQuestion,
  MessagesSquare,
  NotebookPen,
  RotateCw,
  Search,
  StickyNote,
} from "lucide-react";
import type { ToolStepPart } from "@/lib/client/message/approvals";
import { listFacts, readInput } from "@/lib/client/message/approval-input";
import type { ToolName } from "@/lib/protocol/tools";
import { askHelperView } from "./ask-helper";
import { runCodeView } from "./run-code";
import { runWorkflowView } from "./run-workflow";
import { findData, type ToolView } from "./tool-view";
import { webFetchView } from "./web-fetch";

/** Every tool's view, in the order of the catalog in `lib/tools/catalog.ts`. */
const views: { [NAME in ToolName]: ToolView<NAME> } = {
  retrieve: {
    Icon: FileSearch,
    asked: ({ input }) => input?.query ?? "",
    live: ({ input }) => ({ what: input?.query ?? "…" }),
    result: ({ passages }) => ({ count: passages.length }),
  },
  retrieve_more: {
    Icon: FileSearch,
    asked: (call) => findData(call)?.search.query ?? "",
    result: ({ passages }) => ({ count: passages.length }),
  },
  lookup: {
    Icon: FileText,
    asked: (call) =>
      [findData(call)?.source.title ?? call.input?.document, call.input?.section].filter(Boolean).join(" · "),
    result: ({ source }) => ({ title: source.title }),
  },
  summarize: {
    Icon: ListCollapse,
    asked: ({ input }) => input?.focus ?? "",
    result: ({ ids }) => ({ count: ids.length }),
  },
  web_search: {
    Icon: Search,
    asked: ({ input }) => input?.query ?? "",
    live: ({ input }) => ({ what: input?.query ?? "…" }),
    result: ({ results }) => ({ count: results.length }),
    question: (_call, t) => t("web_search.ask"),
  },
  web_fetch: webFetchView,
  memory_retrieve: {
    Icon: Brain,
    asked: ({ input }) => (input?.searchTerms ?? []).join(", "),
    result: ({ facts }) => ({ count: facts.length }),
  },
  search_conversations: {
    Icon: MessagesSquare,
    asked: ({ input }) => input?.query ?? "",
    live: ({ input }) => ({ what: input?.query ?? "…" }),
    result: ({ conversations }) => ({ count: conversations.length }),
  },
  memory_save: {
    Icon: NotebookPen,
    asked: ({ input }) => (input?.facts ?? []).map((fact) => fact?.content ?? "").join("; "),
    result: ({ saved }) => ({ count: saved.length }),
    count: (call) => findData(call)?.saved.length ?? 0,
    question: (call, t) => t("memory_save.ask", { count: Math.max(1, listFacts(readInput(call)).length) }),
  },
  memory_forget: {
    Icon: Eraser,
    asked: ({ input }) => (input?.facts ?? []).map((fact) => fact?.content ?? "").join("; "),
    result: ({ forgotten }) => ({ count: forgotten.length }),
    count: (call) => findData(call)?.forgotten.length ?? 0,
    question: (call, t) => t("memory_forget.ask", { count: Math.max(1, listFacts(readInput(call)).length) }),
  },
  note_read: {
    Icon: StickyNote,
    asked: ({ input }) => input?.key ?? "",
    result: ({ keys }) => ({ count: keys.length }),
  },
  note_write: {
    Icon: StickyNote,
    asked: ({ input }) => [input?.key ?? "", input?.content ?? ""].filter(Boolean).join(": "),
    question: (_call, t) => t("note_write.ask"),
    result: ({ isKept }) => ({ count: isKept ? 1 : 0 }),
  },
  image_generate: {
    Icon: ImageIcon,
    asked: ({ input }) => input?.description ?? "",
    result: () => ({}),
    question: (_call, t) => t("image_generate.ask"),
  },
  recall_details: {
    Icon: RotateCw,
    asked: ({ input }) => input?.focus ?? "",
    result: ({ title }) => ({ title }),
  },
  get_current_time: {
    Icon: Clock,
    asked: ({ input }) =>
      [input?.timezone, ...(input?.compare ?? []), input?.offset].filter(Boolean).join(", "),
    result: ({ text }) => ({ text }),
  },
  calculate: {
    Icon: Calculator,
    asked: ({ input }) => input?.expression ?? "",
    result: ({ expression, result, isExact }) => ({ expression, sign: isExact ? "=" : "≈", result }),
  },
  ask_person: {
    Icon: MessageCircleQuestion,
    asked: ({ input }) => input?.question ?? "",
    result: ({ answer, isAnswered }) => ({ answer, isAnswered: String(isAnswered) }),
    question: ({ input }) => input?.question ?? "",
  },
  ask_helper: askHelperView,
  run_workflow: runWorkflowView,
  run_code: runCodeView,
  answer_directly: {
    Icon: MessageCircle,
    asked: ({ input }) => input?.reason ?? "",
    result: ({ reason }) => ({ reason }),
  },
};

/** A tool's name with its view. */
export type NamedView = ToolView & { name: ToolName };

export const toolViews = Object.entries(views).map(([name, view]) => ({ ...view, name }) as NamedView);
export const toolNames: readonly ToolName[] = toolViews.map(({ name }) => name);

/** `null` for a tool that was registered at run time, or that only an old message still names. */
export function findView(
  part: ToolStepPart,
): { view: NamedView; call: Exclude<ToolStepPart, { type: "dynamic-tool" }> } | null {
  if (part.type === "dynamic-tool") return null;
  const view = toolViews.find(({ name }) => part.type === `tool-${name}`);
  return view === undefined ? null : { view, call: part };
}
