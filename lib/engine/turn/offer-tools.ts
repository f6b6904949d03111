import type { ToolSet } from "ai";
import { toToolRoom } from "@/lib/engine/loop/context/room";
import { fitTools } from "@/lib/engine/loop/context/fit-tools";
import { isOffline } from "@/lib/engine/answer/title";
import { notices } from "@/lib/engine/loop/notices";
import { estimateTokens } from "@/lib/engine/loop/tokens";
import type { ChatChunk, ChatPart } from "@/lib/protocol/chat-message";
import { toMessageText } from "@/lib/protocol/message-text";
import type { AgentSettings } from "@/lib/protocol/settings";
import { listOffered } from "@/lib/engine/opening/open-context";
import type { RunHost } from "@/lib/engine/ports";
import type { OpenedContext } from "@/lib/engine/run/context";
import type { Run } from "@/lib/engine/run/run";
import { recallTool } from "@/lib/engine/tools/recall-details/schema";
type ToolSelection = { settings: AgentSettings; opened: OpenedContext; chain: readonly string[] };

/** What the steps of a plan have found is not looked for again. */
export function chooseTools(
  host: RunHost,
  run: Pick<Run, "brief" | "plan">,
  { settings, opened, chain }: ToolSelection,
) {
  const hasResults = run.plan.results().length > 0;
  const all = listOffered(host.tools, settings, opened);
  const offeredTools = hasResults ? all.filter((tool) => tool === recallTool) : all;
  const isCallFirst =
    run.brief.style === "tool_first" &&
    offeredTools.length > 0 &&
    !hasResults &&
    !isOffline(host.models(), chain);
  return { offeredTools, isCallFirst, firstStepTools: isCallFirst ? host.tools.firstStepTools : [] };
}

type Offering = {
  tools: ToolSet;
  names: string[];
  opened: OpenedContext;
  chain: readonly string[];
  window: number | null;
  instructions: string;
};

/** Leaves out what would take the room of results, and says so. */
export function fitOffered(host: RunHost, run: Pick<Run, "brief" | "reply">, offering: Offering): string[] {
  const { tools, names, opened, chain, window, instructions } = offering;
  const [model = ""] = chain;
  const { contextWindow } = host.models().describe(model);
  const question = toMessageText(run.brief.question);
  const roomTokens = toToolRoom({
    contextWindow: Math.min(contextWindow, window ?? contextWindow),
    fixedTokens: estimateTokens(instructions),
    questionTokens: estimateTokens(question),
  });
  const parts = opened.placed.flatMap(({ message }) => message.parts);
  const fitting = fitTools({
    ...{ tools, names, question, roomTokens },
    isBuiltIn: (name) => !host.tools.describe(name).isDynamic,
    used: new Set([...parts, ...run.reply.log.chunks()].flatMap(toCalledTools)),
  });
  const left = names.filter((name) => !fitting.includes(name));
  host.models().noteTools(model, { offered: fitting.length, count: names.length });
  if (left.length === 0) return names;
  run.reply.trace.note("tools_left_out", { model, tools: left });
  run.reply.notice(notices.toolsLeftOut(model, left, names.length));
  return fitting;
}

const toCalledTools = (part: ChatPart | ChatChunk): string[] => {
  if ("toolName" in part) return [part.toolName];
  return part.type.startsWith("tool-") && "toolCallId" in part ? [part.type.slice("tool-".length)] : [];
};
