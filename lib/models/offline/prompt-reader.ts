import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultPart,
} from "@ai-sdk/provider";
import { readGivenFacts, type Remembered } from "@/lib/models/offline/memory/remembered";

/** One tool call of the turn with what came back; `output` is null while nothing has. */
export type SeenCall = { id: string; tool: string; input: Record<string, unknown>; output: string | null };
export type Exchange = { question: string; answer: string; calls: SeenCall[] };

export type PromptReading = {
  system: string;
  question: string;
  hasFiles: boolean;
  /** Finished turns, oldest first. */
  earlier: Exchange[];
  /** What was called since the person's last message. */
  calls: SeenCall[];
  /** The tools on offer; empty when the answer has to come now. */
  offered: ReadonlySet<string>;
  /** Facts about the person that the prompt holds. */
  remembered: Remembered[];
  /** Whether no more calls may be made, so that the answer has to come of what is there. */
  isClosed: boolean;
};

/** Reads what any model is given: system text, the conversation, and the tools on offer. */
export function readPrompt(
  options: Pick<LanguageModelV4CallOptions, "prompt" | "tools" | "toolChoice">,
): PromptReading {
  const turns = listTurns(options.prompt);
  const current = turns.at(-1) ?? emptyTurn();
  const isClosed = options.toolChoice?.type === "none";
  const system = options.prompt
    .flatMap((message) => (message.role === "system" ? [message.content] : []))
    .join("\n\n");
  return {
    system,
    question: current.question.trim(),
    hasFiles: current.hasFiles,
    earlier: turns.slice(0, -1),
    calls: current.calls,
    remembered: readGivenFacts([system, ...options.prompt.flatMap(listNotes)].join("\n\n")),
    offered: new Set(isClosed ? [] : (options.tools ?? []).map((tool) => tool.name)),
    isClosed: isClosed || (current.calls.length > 0 && (options.tools ?? []).length === 0),
  };
}

type Turn = Exchange & { hasFiles: boolean };

function emptyTurn(): Turn {
  return { question: "", answer: "", calls: [], hasFiles: false };
}

function listTurns(prompt: LanguageModelV4Prompt): Turn[] {
  const turns: Turn[] = [];
  for (const message of prompt) {
    if (message.role === "system" || isNote(message)) continue;
    if (message.role === "user") turns.push(emptyTurn());
    const turn = turns.at(-1);
    if (turn === undefined) continue;
    for (const part of message.content) {
      if (part.type === "text") {
        if (message.role === "user" && pictureMark.test(part.text)) turn.hasFiles = true;
        else if (message.role === "user") turn.question += `${turn.question === "" ? "" : "\n"}${part.text}`;
        else turn.answer += part.text;
      } else if (part.type === "file") turn.hasFiles ||= message.role === "user";
      else if (part.type === "tool-call")
        turn.calls.push({
          id: part.toolCallId,
          tool: part.toolName,
          input: toRecord(part.input),
          output: null,
        });
      else if (part.type === "tool-result") addResult(turn.calls, part);
    }
  }
  return turns;
}

/** How a picture stands in the prompt of a model that cannot see it. */
const pictureMark = /^\[A picture: /u;

/** A word of the loop's to the model, put in as a message of the person's role. */
function isNote(message: LanguageModelV4Message): boolean {
  return (
    message.role === "user" &&
    message.content.every((part) => part.type === "text" && part.text.startsWith("[Note from Sextant"))
  );
}

function listNotes(message: LanguageModelV4Message): string[] {
  if (message.role !== "user" || !isNote(message)) return [];
  return message.content.flatMap((part) => (part.type === "text" ? [part.text] : []));
}

function addResult(calls: SeenCall[], part: LanguageModelV4ToolResultPart): void {
  const call = calls.find((candidate) => candidate.id === part.toolCallId);
  if (call !== undefined) call.output = toOutputText(part.output);
}

function toOutputText(output: LanguageModelV4ToolResultPart["output"]): string {
  switch (output.type) {
    case "text":
      return output.value;
    case "error-text":
      return output.value.startsWith("ERROR(") ? output.value : `ERROR(error): ${output.value}`;
    case "json":
      return toJsonText(output.value);
    case "error-json":
      return `ERROR(error): ${toJsonText(output.value)}`;
    case "execution-denied":
      return `ERROR(denied): ${output.reason ?? "The call was not approved."}`;
    case "content":
      return output.value.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
  }
}

/** A tool's own text when the value carries one, as ours do, else the JSON itself. */
function toJsonText(value: unknown): string {
  if (typeof value === "string") return value;
  const text = toRecord(value).text;
  return typeof text === "string" ? text : JSON.stringify(value);
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
