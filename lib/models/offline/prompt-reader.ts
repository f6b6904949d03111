import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultPart,
} from "@ai-sdk/provider";
import { detectLanguage } from "@/lib/language/script";
import { parsePages, type TextPage } from "./tool-texts";

/** One tool call of the turn with what came back; `output` is null while nothing has. */
export type SeenCall = { id: string; tool: string; input: Record<string, unknown>; output: string | null };
export type PromptExchange = { question: string; calls: SeenCall[] };

export type PromptReading = {
  system: string;
  question: string;
  /** The language of the question, which the answer is in. */
  language: "en" | "zh";
  /** Finished turns, oldest first. */
  earlier: PromptExchange[];
  /** What was called since the person's last message. */
  calls: SeenCall[];
  /** The tools on offer; empty when the answer has to come now. */
  offered: ReadonlySet<string>;
  /** Documents that came with the question, whole. */
  given: TextPage[];
  /** Names of the conversation's files that can be searched, and of those that could not be read. */
  files: { searchable: string[]; unread: string[] };
  /** Facts about the person that the prompt holds, with the ids by which it wants them named. */
  facts: { id: string | null; content: string }[];
  /** Whether no more calls may be made, so that the answer has to come of what is there. */
  isClosed: boolean;
  /** Whether the answer may not come before a call was made. */
  mustCall: boolean;
  /** How many steps with calls the prompt grants; `null` where it says none. */
  stepLimit: number | null;
};

/** Reads what any model is given: system text, the conversation, and the tools on offer. */
export function readPrompt(
  options: Pick<LanguageModelV4CallOptions, "prompt" | "tools" | "toolChoice">,
): PromptReading {
  const turns = listTurns(options.prompt);
  const current = turns.at(-1) ?? { question: "", calls: [] };
  const question = current.question.trim();
  const isClosed = options.toolChoice?.type === "none";
  const system = options.prompt
    .flatMap(({ role, content }) => (role === "system" ? [content] : []))
    .join("\n\n");
  const notes = listNotes(options.prompt).join("\n");
  return {
    system,
    question,
    language: detectLanguage(question.replaceAll(/https?:\/\/\S+/gu, "")),
    earlier: turns.slice(0, -1),
    calls: current.calls,
    // The note itself speaks of pages, which have no number.
    given: parsePages(notes).filter(({ number }) => number > 0),
    files: {
      searchable: listNames(notes, "(a file of this conversation;"),
      unread: listNames(notes, "came with the question, but"),
    },
    facts: readFacts(options.prompt),
    offered: new Set(isClosed ? [] : (options.tools ?? []).map((tool) => tool.name)),
    isClosed: isClosed || (current.calls.length > 0 && (options.tools ?? []).length === 0),
    mustCall: options.toolChoice?.type === "required",
    stepLimit: readStepLimit(system),
  };
}

/** What the note on where to look names, before some words. */
function listNames(notes: string, behind: string): string[] {
  return notes.split("\n").flatMap((line) => {
    const end = line.indexOf(`” ${behind}`);
    return line.startsWith("- “") && end > 0 ? [line.slice("- “".length, end)] : [];
  });
}

function readStepLimit(system: string): number | null {
  const said = /You have at most (one|\d+) rounds? of tool calls/u.exec(system)?.[1];
  if (said === undefined) return null;
  return said === "one" ? 1 : Number(said);
}

function listNotes(prompt: LanguageModelV4Prompt): string[] {
  return prompt
    .filter(isNote)
    .flatMap(({ content }) =>
      typeof content === "string" ? [] : content.flatMap((part) => (part.type === "text" ? [part.text] : [])),
    );
}

/** The list of facts that stands in the system text or in a note. */
function readFacts(prompt: LanguageModelV4Prompt): PromptReading["facts"] {
  const texts = prompt.flatMap((message) => {
    if (message.role === "system") return [message.content];
    return message.role === "user" ? message.content.map((part) => ("text" in part ? part.text : "")) : [];
  });
  const list =
    /What the person told you[^\n]*:\n((?:- [^\n]*(?:\n|$))+)/u.exec(texts.join("\n\n"))?.[1] ?? "";
  return [...list.matchAll(/^- (?:\[(m\d+)\] )?(.+)$/gmu)].map(([, id = null, content = ""]) => ({
    id,
    content,
  }));
}

function listTurns(prompt: LanguageModelV4Prompt): PromptExchange[] {
  const turns: PromptExchange[] = [];
  for (const message of prompt) {
    if (message.role === "system" || isNote(message)) continue;
    if (message.role === "user") turns.push({ question: "", calls: [] });
    const turn = turns.at(-1);
    if (turn === undefined) continue;
    for (const part of message.content) {
      if (part.type === "text" && message.role === "user" && !fileMark.test(part.text))
        turn.question += `${turn.question === "" ? "" : "\n"}${part.text}`;
      else if (part.type === "tool-call") {
        const { toolCallId: id, toolName: tool } = part;
        turn.calls.push({ id, tool, input: toRecord(part.input), output: null });
      } else if (part.type === "tool-result") {
        const call = turn.calls.find(({ id }) => id === part.toolCallId);
        if (call !== undefined) call.output = toOutputText(part.output);
      }
    }
  }
  return turns;
}

/** How a document stands in the prompt, and a picture in that of a model that cannot see it. */
const fileMark = /^\[A (?:picture|document): /u;

/** A word of the loop's to the model, put in as a message of the person's role. */
function isNote(message: LanguageModelV4Message): boolean {
  return (
    message.role === "user" &&
    message.content.every((part) => part.type === "text" && part.text.startsWith("[Note from Sextant"))
  );
}

function toOutputText(output: LanguageModelV4ToolResultPart["output"]): string {
  if (output.type === "execution-denied")
    return `ERROR(denied): ${output.reason ?? "The call was not approved."}`;
  if (output.type === "content")
    return output.value.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
  const text = typeof output.value === "string" ? output.value : JSON.stringify(output.value);
  const isError = output.type.startsWith("error") && !text.startsWith("ERROR(");
  return isError ? `ERROR(error): ${text}` : text;
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
