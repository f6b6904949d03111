import type { ConsentView } from "@/lib/agent/consent/view";
import { judgeCall, type CallJudgement } from "@/lib/agent/consent/judge-call";
import type { ApprovalPage } from "@/lib/protocol/approvals";
import type { ChatChunk, ChatMessage, ChatPart } from "@/lib/protocol/chat-message";
import type { AnyToolResult } from "@/lib/protocol/tool-results";
import type { LiveRun } from "./live-run";
import type { RunDeps } from "./run-deps";
import { findOpenStep } from "./run-history";

/** What of the conversation is known before the reply begins. */
export type KnownContext = { messages: readonly ChatMessage[]; facts: readonly string[] };

/** Judges the calls of a run by what the model was given when it asked for them: calls beside each other do not know each other's results. */
export type Judge = {
  /** What this reply had found before the step that runs. */
  see(results: readonly CallResult[]): void;
  judge(tool: string, input: unknown): CallJudgement;
  listPages(): ApprovalPage[];
};

export function createJudge(deps: Pick<RunDeps, "tools">, run: LiveRun, known: KnownContext): Judge {
  const earlier = known.messages.flatMap(listResults);
  let found: readonly CallResult[] = listStepResults(run.log.chunks());
  let seen: { view: ConsentView; steering: string } | null = null;
  // All calls of a step are judged by one view, so that its texts are read once.
  function read(): ConsentView {
    const steering = listSteering(run).join("\n");
    if (seen?.steering !== steering) seen = { view: toView(run, known, [...earlier, ...found]), steering };
    return seen.view;
  }
  return {
    see(results) {
      found = results;
      seen = null;
    },
    judge: (tool, input) => judgeCall({ tool, input, hasEffects: deps.tools.describe(tool).hasEffects }, read()),
    listPages: () => [...read().pages],
  };
}

/** A call that gave something, by the tool's name that models know. */
export type CallResult = { tool: string; input: unknown; output: AnyToolResult };

/** What these bring is the person's own, or ours. */
const ownTools: ReadonlySet<string> = new Set(["memory_retrieve", "memory_save", "image_generate", "get_current_time", "calculate"]);

function toView(run: LiveRun, { messages, facts }: KnownContext, results: readonly CallResult[]): ConsentView {
  const given = results.filter(({ output }) => output.ok);
  const strange = given.filter(({ tool }) => !ownTools.has(tool));
  return {
    strangers: strange.map(({ output }) => (output.ok ? output.text : "")),
    pages: toPages(strange),
    question: [toText(run.userMessage), ...listSteering(run)].join("\n"),
    earlier: messages.filter(({ role, id }) => role === "user" && id !== run.userMessageId).map(toText),
    facts: [...facts, ...given.flatMap(({ tool, output }) => (tool === "memory_retrieve" && output.ok ? [output.text] : []))],
    listed: strange.flatMap(({ tool, output }) => (tool === "web_search" && output.ok ? [output.text] : [])),
    fetched: given.flatMap(({ tool, input }) => (tool === "web_fetch" ? toAddresses(input) : [])),
    isSuspect: strange.some(({ output }) => output.ok && "data" in output && listPlaces(output.data).some(({ isSuspect }) => isSuspect)),
    sent: given.flatMap(({ tool, input }) => (tool === "web_search" ? [toQuery(input)] : [])),
  };
}

function listSteering(run: LiveRun): string[] {
  const said = run.log.chunks().flatMap((chunk) => (chunk.type === "steering-message" ? chunk.parts.map((part) => (part.type === "text" ? part.text : "")) : []));
  return [...said, ...run.steering.waiting.map(({ text }) => text)];
}

function toAddresses(input: unknown): string[] {
  return typeof input === "object" && input !== null && "urls" in input && Array.isArray(input.urls) ? input.urls.filter((url) => typeof url === "string") : [];
}

function toQuery(input: unknown): string {
  return typeof input === "object" && input !== null && "query" in input && typeof input.query === "string" ? input.query : "";
}

const mostPages = 5;

/** The newest first; those that tried to give instructions before all others. */
function toPages(results: readonly CallResult[]): ApprovalPage[] {
  const found = results.toReversed().flatMap(({ output }) => (output.ok && "data" in output ? listPlaces(output.data) : []));
  const byUrl = new Map(found.map((page) => [page.url, page]));
  const pages = [...byUrl.values()].sort((a, b) => Number(b.isSuspect) - Number(a.isSuspect));
  return pages.slice(0, mostPages).map(({ title, url, number }) => ({ title, url, ...(number === undefined ? {} : { number }) }));
}

type Place = ApprovalPage & { isSuspect: boolean };

function listPlaces(data: unknown): Place[] {
  if (typeof data !== "object" || data === null) return [];
  if ("pages" in data && Array.isArray(data.pages)) return data.pages.flatMap(toPlace);
  if ("results" in data && Array.isArray(data.results)) return data.results.flatMap(toPlace);
  return toPlace(data);
}

function toPlace(value: unknown): Place[] {
  if (typeof value !== "object" || value === null || !("url" in value) || typeof value.url !== "string") return [];
  const title = "title" in value && typeof value.title === "string" ? value.title : value.url;
  const number = "number" in value && typeof value.number === "number" ? { number: value.number } : {};
  return [{ title, url: value.url, ...number, isSuspect: "instructions" in value && Array.isArray(value.instructions) && value.instructions.length > 0 }];
}

function listResults(message: ChatMessage): CallResult[] {
  return message.parts.flatMap((part) => {
    const tool = toToolName(part);
    return tool === null || !("output" in part) || part.state !== "output-available" ? [] : [{ tool, input: part.input, output: part.output as AnyToolResult }];
  });
}

function toToolName(part: ChatPart): string | null {
  if (part.type === "dynamic-tool") return part.toolName;
  return part.type.startsWith("tool-") ? part.type.slice("tool-".length) : null;
}

/** What was found before the newest step that is not over. */
function listStepResults(chunks: readonly ChatChunk[]): CallResult[] {
  const open = findOpenStep(chunks);
  return listRunResults(open === null ? chunks : chunks.slice(0, chunks.length - open.length));
}

/** Some servers use the same id again in a later step: a result belongs to the newest call of its id before it. */
export function listRunResults(chunks: readonly ChatChunk[]): CallResult[] {
  const calls = new Map<string, { tool: string; input: unknown }>();
  return chunks.flatMap((chunk) => {
    if (chunk.type === "tool-input-available") calls.set(chunk.toolCallId, { tool: chunk.toolName, input: chunk.input });
    const call = chunk.type === "tool-output-available" ? calls.get(chunk.toolCallId) : undefined;
    return chunk.type === "tool-output-available" && call !== undefined ? [{ ...call, output: chunk.output as AnyToolResult }] : [];
  });
}

function toText(message: ChatMessage): string {
  return message.parts.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}
