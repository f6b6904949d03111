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
import type { useTranslations } from "next-intl";
import { findDynamicResult, isUnknownTool } from "@/lib/client/message/dynamic-result";
import type { ToolCallPart, ToolStepPart } from "@/lib/client/message/approvals";
import { listFacts, readInput } from "@/lib/client/message/approval-input";
import type { ToolName } from "@/lib/protocol/tools";
import { askHelperView } from "./ask-helper";
import { runCodeView } from "./run-code";
import { runWorkflowView } from "./run-workflow";
import { findData, type ToolView } from "./tool-view";
import { webFetchView } from "./web-fetch";

/** Every tool's view, in the order of the catalog in `lib/engine/tools/catalog.ts`. */
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
    missing: { lead: (t) => t("memory_save.missing") },
    question: (call, t) => t("memory_save.ask", { count: Math.max(1, listFacts(readInput(call)).length) }),
  },
  memory_forget: {
    Icon: Eraser,
    asked: ({ input }) => (input?.facts ?? []).map((fact) => fact?.content ?? "").join("; "),
    result: ({ forgotten }) => ({ count: forgotten.length }),
    count: (call) => findData(call)?.forgotten.length ?? 0,
    missing: { lead: (t) => t("memory_forget.missing") },
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
    missing: { lead: (t) => t("note_write.missing") },
  },
  image_generate: {
    Icon: ImageIcon,
    asked: ({ input }) => input?.description ?? "",
    result: () => ({}),
    question: (_call, t) => t("image_generate.ask"),
    missing: { lead: (t) => t("image_generate.missing"), act: "picture" },
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

export type QuestionCall = ToolCallPart<"ask_person">;

/** Whether a call is a question of the model, which is answered, not allowed. */
export const isQuestion = (part: ToolStepPart): part is QuestionCall => part.type === "tool-ask_person";

type Words<SPACE extends "tools" | "chat.step" | "chat.trail"> = ReturnType<typeof useTranslations<SPACE>>;

/** What a person calls a tool; one that was registered at run time is called what it calls itself. */
export function toToolName(part: ToolStepPart, t: Words<"tools">): string {
  if (part.type === "dynamic-tool") return part.toolName;
  const found = findView(part);
  return found === null ? part.type.slice("tool-".length) : t(`${found.view.name}.name`);
}

/** What a tool was asked, in its own words; for pages that were read, what they are. */
export function toAskedText(part: ToolStepPart): string {
  const found = findView(part);
  return found === null ? "" : found.view.asked(found.call);
}

/** What a call that runs is doing. */
export function toLiveSentence(part: ToolStepPart, t: Words<"tools">, tTrail: Words<"chat.trail">): string {
  const found = findView(part);
  if (found === null) return tTrail("live.other");
  return t(`${found.view.name}.live`, found.view.live?.(found.call) ?? {});
}

/** What came of a call in one sentence; "" while there is nothing to tell. */
export function toResultSentence(part: ToolStepPart, t: Words<"tools">, tStep: Words<"chat.step">): string {
  if (part.type === "dynamic-tool" && isUnknownTool(part)) return tStep("unknownTool");
  if (part.state === "output-error") return tStep("toolFailed", { kind: "error", message: part.errorText });
  if (part.state !== "output-available") return "";
  const result = part.type === "dynamic-tool" ? findDynamicResult(part) : part.output;
  if (result === null) return "";
  if (!result.ok) return tStep("toolFailed", { kind: result.kind, message: result.message });
  const found = findView(part);
  const data = found === null ? null : findData(found.call);
  if (found !== null && data !== null) return t(`${found.view.name}.result`, found.view.result(data));
  // One that was registered at run time sums up in its own words.
  return typeof result.summary === "string" ? result.summary : "";
}

/** What calls that went well came to, a sentence for each tool. */
export function listDeeds(
  calls: readonly ToolStepPart[],
  t: Words<"tools">,
  tTrail: Words<"chat.trail">,
): string[] {
  const found = calls.map(findView);
  const deeds = toolViews.flatMap((view) => {
    const own = found.flatMap((each) => (each?.view === view ? [each.call] : []));
    const count = own.reduce((sum, call) => sum + (view.count?.(call) ?? 1), 0);
    return count > 0 ? [t(`${view.name}.did`, { count })] : [];
  });
  const others = found.filter((each) => each === null).length;
  return others > 0 ? [...deeds, tTrail("did.others", { count: others })] : deeds;
}
