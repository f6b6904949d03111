import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { createGuide } from "@/lib/models/offline/guide";
import { guideUnanswered } from "@/lib/protocol/chat-message";
import { toolNames } from "@/lib/engine/tools/catalog";

/** What is offered where there is nothing to search. */
const withoutDocuments: readonly string[] = toolNames.filter(
  (name) => !["retrieve", "retrieve_more", "lookup", "summarize"].includes(name),
);

export type Asked = {
  text: string;
  reasoning: string;
  calls: { tool: string; input: unknown }[];
  /** Whether it told the interface that it has no answer. */
  isUnanswered: boolean;
  parts: LanguageModelV4StreamPart[];
};
/** A call of the running turn with what came back. */
export type Done = { tool: string; input: unknown; output: string };

export type Asking = {
  done?: Done[];
  history?: LanguageModelV4Message[];
  tools?: readonly string[];
  choice?: "none" | "required";
  system?: string;
  /** How a file stands before the question. */
  mark?: string;
};

export const balanced = `You are an assistant.\n<style name="balanced">\nUse tools.\n</style>\nToday is 2026-11-20.`;

/** Asks the guide as the loop does and gathers its stream. */
export async function askGuide(question: string, asking: Asking = {}): Promise<Asked> {
  const { stream } = await createGuide({ newId: countingIds() }).doStream(toOptions(question, asking));
  const parts: LanguageModelV4StreamPart[] = [];
  for await (const part of stream) parts.push(part);
  const join = (type: "text-delta" | "reasoning-delta") =>
    parts.map((part) => (part.type === type ? part.delta : "")).join("");
  return {
    text: join("text-delta"),
    reasoning: join("reasoning-delta"),
    calls: parts.flatMap((part) =>
      part.type === "tool-call" ? [{ tool: part.toolName, input: JSON.parse(part.input) as unknown }] : [],
    ),
    isUnanswered: parts.some((part) => part.type === "custom" && part.kind === guideUnanswered),
    parts,
  };
}

export function toOptions(
  question: string,
  { done = [], history = [], tools = withoutDocuments, choice, system = balanced, mark }: Asking = {},
): LanguageModelV4CallOptions {
  return {
    prompt: [
      { role: "system", content: system },
      ...history,
      toQuestion(question, mark),
      ...done.flatMap(toRound),
    ],
    tools: tools.map((name) => ({ type: "function", name, inputSchema: { type: "object" } })),
    ...(choice === undefined ? {} : { toolChoice: { type: choice } }),
  };
}

export function toUser(text: string): LanguageModelV4Message {
  return { role: "user", content: [{ type: "text", text }] };
}

export function toAssistant(text: string): LanguageModelV4Message {
  return { role: "assistant", content: [{ type: "text", text }] };
}

export function toRound({ tool, input, output }: Done, index: number): LanguageModelV4Message[] {
  const toolCallId = `call-${index}`;
  return [
    { role: "assistant", content: [{ type: "tool-call", toolCallId, toolName: tool, input }] },
    {
      role: "tool",
      content: [{ type: "tool-result", toolCallId, toolName: tool, output: { type: "text", value: output } }],
    },
  ];
}

export function searchFound(query: string, ...titles: string[]): Done {
  const results = titles.map(
    (title, index) =>
      `[${index + 1}] ${title}\nhttps://wiki.test/${encodeURIComponent(title)}\nwiki.test\nAbout ${title}.`,
  );
  return {
    tool: "web_search",
    input: { query },
    output: `Found ${titles.length} results for "${query}" with Wiki.\n${results.join("\n\n")}`,
  };
}

export function pageRead(title: string, text: string, { number = 1, query = "" } = {}): Done {
  const url = `https://wiki.test/${encodeURIComponent(title)}`;
  const output = `<page number="${number}" result="r_00000000" url="${url}" title="${title}" site="wiki.test">\n${text}\n</page>`;
  return { tool: "web_fetch", input: { urls: [url], query }, output };
}

function countingIds(): () => string {
  let count = 0;
  return () => String((count += 1));
}

function toQuestion(question: string, mark: string | undefined): LanguageModelV4Message {
  const texts = mark === undefined ? [question] : [mark, question];
  return { role: "user", content: texts.map((text) => ({ type: "text", text })) };
}
